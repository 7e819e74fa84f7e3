import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { baseUrlOf } from '../http/addresses.ts';

/** Registers `/robots.txt`: crawlers may read the pages of datasets, which the sitemap lists, and leave the interfaces alone. */
export function robotsRoute(http: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  http.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /graphql\n\nSitemap: ${baseUrlOf(request, config)}/catalog/sitemap.xml\n`,
      ),
  );
}
