/** A map projection as PROJ knows it. */
interface Method {
  readonly proj: string;
  /** Adapts parameters whose names or meanings differ from the usual ones. Throws an Error for unsupported parameters. */
  readonly adapt?: (parameters: ProjParameters) => ProjParameters;
}

const renameParameter = (parameters: ProjParameters, from: string, to: string): ProjParameters =>
  new Map([...parameters].map(([name, value]) => [name === from ? to : name, value]));

/** Adapts a conformal conic: a file states its one parallel as the latitude of origin, PROJ expects it as standard, too. */
const conformalConic = (parameters: ProjParameters): ProjParameters =>
  parameters.has('lat_1') ? parameters : new Map([...parameters, ['lat_1', parameters.get('lat_0') ?? 0]]);

/** Adapts a cylindrical projection, whose standard parallel PROJ names `lat_ts`. */
const cylindrical = (parameters: ProjParameters): ProjParameters => renameParameter(parameters, 'lat_1', 'lat_ts');

/** Adapts a polar projection: PROJ expects a pole as the origin; another stated latitude is that of true scale. */
function polar(parameters: ProjParameters): ProjParameters {
  const {
    lat_1: parallel,
    lat_ts: trueScale = parallel,
    lat_0: origin = trueScale ?? 90,
    ...others
  } = Object.fromEntries(parameters);
  const scale = trueScale ?? origin;
  return new Map([
    ...Object.entries(others),
    ['lat_0', scale < 0 || origin < 0 ? -90 : 90],
    ...(Math.abs(scale) < 90 ? [['lat_ts', scale] as const] : []),
  ]);
}

/** Whether an oblique Mercator projection is the Swiss one under another name. */
const isSwiss = (parameters: ProjParameters): boolean =>
  parameters.get('alpha') === 90 && (parameters.get('gamma') ?? 90) === 90 && (parameters.get('rotation') ?? 0) === 0;

/** Adapts an oblique Mercator projection, for whose parameters PROJ has other names. */
const oblique = (parameters: ProjParameters): ProjParameters =>
  renameParameter(renameParameter(parameters, 'lon_0', 'lonc'), 'rotation', 'gamma');

/**
 * The Krovak projection of Czechia and Slovakia. Its axes originally point south and west. Throws an Error when a file states a scale of x
 * and a rotation that do not turn them east and north.
 */
function krovak({
  x_scale: xScale,
  rotation,
  k_0: scale,
  lat_0,
  lon_0 = 0,
  x_0 = 0,
  y_0 = 0,
}: Readonly<Record<string, number>>): ProjParameters {
  if (xScale !== undefined && !(xScale === -1 && rotation === 90)) throw new Error('its axes point south and west');
  return new Map(Object.entries({ lat_0: lat_0 ?? 49.5, lon_0, k_0: scale ?? 0.9999, x_0, y_0 }));
}

/** The projections by the normalised spellings of their names. */
const methods: readonly (readonly [spellings: readonly string[], method: Method])[] = [
  [['transversemercator', 'gausskruger', 'transversemercatorcomplex'], { proj: 'tmerc' }],
  [['transversemercatorsouthorientated', 'transversemercatorsouthoriented'], { proj: 'tmerc +axis=wsu' }],
  [
    [
      'lambertconformalconic',
      'lambertconformalconic1sp',
      'lambertconformalconic2sp',
      'lambertconicconformal1sp',
      'lambertconicconformal2sp',
    ],
    { proj: 'lcc', adapt: conformalConic },
  ],
  [['doublestereographic', 'obliquestereographic'], { proj: 'sterea' }],
  [
    [
      'polarstereographic',
      'polarstereographicvarianta',
      'polarstereographicvariantb',
      'stereographicnorthpole',
      'stereographicsouthpole',
    ],
    { proj: 'stere', adapt: polar },
  ],
  [
    ['mercator', 'mercator1sp', 'mercator2sp', 'mercatorvarianta', 'mercatorvariantb'],
    { proj: 'merc', adapt: cylindrical },
  ],
  [['mercatorauxiliarysphere', 'popularvisualisationpseudomercator'], { proj: 'webmerc' }],
  [['albers', 'albersconicequalarea', 'albersequalarea'], { proj: 'aea' }],
  [['lambertazimuthalequalarea'], { proj: 'laea' }],
  [['azimuthalequidistant', 'modifiedazimuthalequidistant'], { proj: 'aeqd' }],
  [['equidistantconic'], { proj: 'eqdc' }],
  [['equidistantcylindrical', 'equirectangular', 'platecarree'], { proj: 'eqc', adapt: cylindrical }],
  [['cylindricalequalarea', 'lambertcylindricalequalarea', 'behrmann'], { proj: 'cea', adapt: cylindrical }],
  [['cassini', 'cassinisoldner'], { proj: 'cass' }],
  [['polyconic', 'americanpolyconic'], { proj: 'poly' }],
  [['bonne'], { proj: 'bonne' }],
  [['sinusoidal'], { proj: 'sinu' }],
  [['mollweide'], { proj: 'moll' }],
  [['robinson'], { proj: 'robin' }],
  [['equalearth'], { proj: 'eqearth' }],
  [['millercylindrical'], { proj: 'mill' }],
  [['vandergrinteni'], { proj: 'vandg' }],
  [['newzealandmapgrid'], { proj: 'nzmg' }],
  [
    ['krovak', 'krovaknorthorientated'],
    { proj: 'krovak', adapt: (parameters) => krovak(Object.fromEntries(parameters)) },
  ],
  [['swissobliquecylindrical', 'swissobliquemercator'], { proj: 'somerc' }],
  [
    [
      'hotineobliquemercatorazimuthcenter',
      'hotineobliquemercatorvariantb',
      'obliquemercator',
      'rectifiedskeworthomorphiccenter',
    ],
    { proj: 'omerc', adapt: oblique },
  ],
  [
    [
      'hotineobliquemercator',
      'hotineobliquemercatorvarianta',
      'hotineobliquemercatorazimuthnaturalorigin',
      'rectifiedskeworthomorphicnaturalorigin',
    ],
    { proj: 'omerc +no_uoff', adapt: oblique },
  ],
];

/** A projection and its parameters in PROJ notation; undefined for an unknown projection. Throws an Error for unsupported parameters. */
export function toProjProjection(
  name: string,
  parameters: ProjParameters,
): { readonly proj: string; readonly parameters: ProjParameters } | undefined {
  const method = methods.find(([spellings]) => spellings.includes(name))?.[1];
  if (!method) return undefined;
  if (method.proj === 'omerc' && isSwiss(parameters))
    return {
      proj: 'somerc',
      parameters: new Map([...parameters].filter(([parameter]) => !['alpha', 'gamma', 'rotation'].includes(parameter))),
    };
  return { proj: method.proj, parameters: method.adapt?.(parameters) ?? parameters };
}

/** Parameters of a projection by their names in PROJ: angles in degrees, lengths in metres. */
export type ProjParameters = ReadonlyMap<string, number>;

/** What a parameter measures. */
type Kind = 'angle' | 'length' | 'ratio';

/** The parameters of projections: the name in PROJ, if used, and other spellings, in lower case without separators. */
const projParameters: readonly (readonly [name: string | undefined, kind: Kind, spellings: readonly string[]])[] = [
  ['x_0', 'length', ['falseeasting', 'eastingatfalseorigin', 'eastingatprojectioncentre']],
  ['y_0', 'length', ['falsenorthing', 'northingatfalseorigin', 'northingatprojectioncentre']],
  [
    'lon_0',
    'angle',
    [
      'centralmeridian',
      'longitudeoforigin',
      'longitudeofnaturalorigin',
      'longitudeoffalseorigin',
      'longitudeofcenter',
      'longitudeofprojectioncentre',
    ],
  ],
  [
    'lat_0',
    'angle',
    [
      'latitudeoforigin',
      'latitudeofnaturalorigin',
      'latitudeoffalseorigin',
      'latitudeofcenter',
      'latitudeofprojectioncentre',
      'centralparallel',
    ],
  ],
  ['lat_1', 'angle', ['standardparallel1', 'latitudeof1ststandardparallel']],
  ['lat_2', 'angle', ['standardparallel2', 'latitudeof2ndstandardparallel']],
  ['lat_ts', 'angle', ['latitudeofstandardparallel']],
  [
    'k_0',
    'ratio',
    [
      'scalefactor',
      'scalefactoratnaturalorigin',
      'scalefactoratprojectioncentre',
      'scalefactoroninitialline',
      'scalefactoronpseudostandardparallel',
    ],
  ],
  ['alpha', 'angle', ['azimuth', 'azimuthofinitialline', 'azimuthatprojectioncentre', 'colatitudeofconeaxis']],
  ['gamma', 'angle', ['rectifiedgridangle', 'anglefromrectifiedtoskewgrid']],
  ['rotation', 'angle', ['xyplanerotation']],
  ['x_scale', 'ratio', ['xscale']],
  [
    undefined,
    'ratio',
    [
      'pseudostandardparallel1',
      'latitudeofpseudostandardparallel',
      'auxiliaryspheretype',
      'semimajor',
      'semiminor',
      'yscale',
    ],
  ],
];

/** The parameter of PROJ for a spelling in lower case without separators; undefined for an unknown parameter. */
export const findProjParameter = (
  name: string,
): { readonly name: string | undefined; readonly kind: Kind } | undefined =>
  projParameters.filter(([, , spellings]) => spellings.includes(name)).map(([proj, kind]) => ({ name: proj, kind }))[0];
