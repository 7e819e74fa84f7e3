import type { FastifyInstance } from 'fastify';
import { registerRoutes } from './register-routes.ts';
import { restApis, type RestApi } from './rest-apis.ts';
import type { RestServices } from './rest-services.ts';

/** What the server adds to the scope of an API before its routes. */
export interface ScopeHooks {
  /** Finds the caller of each request. */
  readonly authenticate: (scope: FastifyInstance) => void;
  /** Refuses requests without a key. */
  readonly requireKey: (scope: FastifyInstance) => void;
}

/** Registers every API below its base. A base that is not served answers each request with the error NOT_FOUND of its API. */
export async function registerApis(http: FastifyInstance, services: RestServices, hooks: ScopeHooks): Promise<void> {
  const register = (api: RestApi, prefix: string, routes: RestApi['routes']) =>
    http.register(
      async (scope) => {
        hooks.authenticate(scope);
        if (api.needsKey) hooks.requireKey(scope);
        await registerRoutes(scope, { ...api, routes }, services);
      },
      { prefix },
    );
  await Promise.all(
    restApis.flatMap((api) => [
      register(api, api.base, api.routes),
      ...(api.unservedBases ?? []).map((base) => register(api, base, [])),
    ]),
  );
}
