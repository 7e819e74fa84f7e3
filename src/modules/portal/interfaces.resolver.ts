import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { PortalSettings } from './portal-settings.type.ts';

/** Which interfaces the operator leaves on, so that the page offers no other. */
@Resolver(() => PortalSettings)
export class InterfacesResolver {
  @FieldResolver(() => Boolean, { description: 'Whether agents reach the catalog at `/mcp`: `MCP` is not off.' })
  isAgentAccessEnabled(@Ctx() { app: { config } }: RequestContext) {
    return config.mcp !== 'off';
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the graph executes any document, and not trusted ones alone: `DOCUMENTS` is not trusted.',
  })
  isGraphOpen(@Ctx() { app: { config } }: RequestContext) {
    return !config.documents.trustedOnly;
  }
}
