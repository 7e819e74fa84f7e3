import type { Platform } from '../../api/platform.ts';
import type { DatasourceReader } from '../../engine/datasource/datasource-reader.ts';
import { fail } from '../../kernel/fail.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { OpenConnection, KeptSecrets } from '../connections/index.ts';
import type { Definer } from '../identity/index.ts';
import type { Datasource } from './datasource-kinds.type.ts';
import { openForm } from './open-form.ts';
import { ownSettings } from './own-sources.ts';
import { openCached } from './resource-cache.ts';
import { settingsOf } from './settings-of.ts';

/** Everything that opening a resource takes. */
export interface SourceConfiguration {
  readonly type: string;
  readonly params: JsonObject;
  readonly datasource: Datasource | null;
  /** The address where there is no datasource. */
  readonly url: string | null;
  readonly secrets: KeptSecrets;
  /** The one that the datasource names; undefined where it names none, or that one is gone. */
  readonly connection: OpenConnection | undefined;
  /** The resource that its bytes are kept for; null when it is not saved yet. */
  readonly resourceUid: string | null;
  /** The stored bytes of an uploaded file; null when the datasource is another, or the file is gone. */
  readonly file: { readonly content: string; readonly mimetype: string | null; readonly bytes: number } | null;
  /** Who saved the datasource; null when that user is gone. */
  readonly definer: Definer | null;
  /** Whether only some rows are to be seen, for a preview or a guess. */
  readonly isSample: boolean;
}

type Ports = Pick<Platform, 'db' | 'storage' | 'datasources' | 'clock' | 'config' | 'secrets'>;

/** The source of a resource's bytes; opened each time anew. */
export function sourceOf(app: Ports, configuration: SourceConfiguration): DatasourceReader {
  const { type, params, datasource, secrets, file } = configuration;
  return {
    isRepeatable: datasource?.type === 'uploaded_file',
    async openStream(signal) {
      if (datasource?.type === 'uploaded_file') {
        const { content, mimetype, bytes } = file ?? fail('FILE_MISSING');
        return { filename: datasource.file.uid, mimetype, size: bytes, content: await app.storage.read(content) };
      }
      if (datasource?.type === 'ods_form') return openForm(app, datasource, configuration.definer);
      const settings = ownSettings(type, params, secrets) ?? settingsOf(app.config, { ...configuration, datasource });
      return openCached(app, configuration.resourceUid, settings, signal);
    },
  };
}
