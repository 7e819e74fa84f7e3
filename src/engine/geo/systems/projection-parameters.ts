/** Parameters of a projection by their names in PROJ: angles in degrees, lengths in metres. */
export type ProjParameters = ReadonlyMap<string, number>;

/** What a parameter measures. */
type Kind = 'angle' | 'length' | 'ratio';

/**
 * The parameters of projections: the name in PROJ, and the spellings in other definitions, in lower case without separators. Parameters
 * without a name in PROJ are ignored.
 */
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
