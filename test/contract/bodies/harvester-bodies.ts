import { names, type Shape } from './shapes.ts';

/** The keys of bodies with harvesters, as docs/contract/administration.md 10 lists them; the settings are those of the type `ods`. */
export const harvesterShapes = {
  harvester: {
    ...names('uid', 'type', 'name', 'status', 'version', 'domain', 'api_key', 'refines'),
    ...names('restrict_datasets_visibility', 'delete_missing_datasets', 'forced_metas', 'remote_datasets_count'),
    ...names('harvested_datasets_count', 'published_datasets_count', 'attached_datasets_count'),
    ...names('resource_errors_count', 'has_error', 'created_at', 'updated_at'),
    updated_by: names('username'),
    ...names('last_started_at', 'last_success_at'),
  },
  harvesterSchedule: names('uid', 'cron_schedule', 'timezone'),
  harvesterErrors: names('harvester', 'resources'),
  harvesterPreview: { total_count: null, results: names('id', 'title', 'description') },
} satisfies Readonly<Record<string, Shape>>;
