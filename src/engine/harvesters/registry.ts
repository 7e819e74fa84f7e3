import type { HarvesterKind } from './harvester-kind.ts';
import { declaredKinds } from './kinds/declared-kinds.ts';
import { arcgis } from './kinds/arcgis.ts';
import { arcgisOpendata } from './kinds/arcgis-opendata.ts';
import { ckan } from './kinds/ckan.ts';
import { csw } from './kinds/csw.ts';
import { datagouv } from './kinds/datagouv.ts';
import { datajson } from './kinds/datajson.ts';
import { dcat } from './kinds/dcat.ts';
import { ftp } from './kinds/ftp.ts';
import { ftpCsv, ftpWithMetaCsv } from './kinds/ftp-csv.ts';
import { ods } from './kinds/ods.ts';
import { socrata } from './kinds/socrata.ts';
import { wfs } from './kinds/wfs.ts';

/** All kinds of portals that harvesters know. */
export const harvesterKinds: readonly HarvesterKind[] = Object.freeze([
  ods,
  ckan,
  datajson,
  datagouv,
  socrata,
  arcgisOpendata,
  arcgis,
  dcat,
  ftp,
  ftpCsv,
  ftpWithMetaCsv,
  csw,
  wfs,
  ...declaredKinds,
]);

/** The kind of a type; undefined when there is none. */
export const findHarvesterKind = (type: string): HarvesterKind | undefined =>
  harvesterKinds.find((kind) => kind.type === type);
