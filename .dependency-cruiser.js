/** The floors, from the bottom up, and what each may import besides itself. */
const floors = {
  kernel: [],
  platform: ['kernel'],
  engine: ['kernel', 'platform'],
  api: ['kernel', 'platform', 'engine'],
  migrations: ['platform'],
  modules: ['kernel', 'platform', 'engine', 'api'],
  http: ['kernel', 'platform', 'api'],
  rest: ['kernel', 'platform', 'api', 'http'],
  mcp: ['kernel', 'platform', 'api'],
  'dataset-graph': ['kernel', 'api'],
  server: ['kernel', 'platform', 'engine', 'api', 'http', 'modules', 'rest', 'mcp', 'dataset-graph', 'portal-page'],
  seed: ['kernel', 'platform', 'engine', 'api', 'modules', 'server', 'cli'],
  'portal-page': ['kernel'],
  cli: ['kernel'],
  processes: [
    'kernel',
    'platform',
    'engine',
    'api',
    'http',
    'migrations',
    'modules',
    'rest',
    'mcp',
    'dataset-graph',
    'server',
    'seed',
  ],
  tools: ['kernel', 'platform', 'api', 'modules', 'rest', 'mcp', 'dataset-graph', 'server', 'portal-page'],
};

/** The tiers of the modules: a module imports those of earlier tiers, never a sibling. */
const tiers = [
  ['identity'],
  ['access'],
  ['connections', 'blobs'],
  ['portal'],
  ['deletions', 'places'],
  ['datasets'],
  ['records'],
  ['forms'],
  ['submissions'],
  [
    ...['metadata', 'resources', 'rulesets', 'processors', 'fields', 'schedules', 'attachments'],
    ...['feedback', 'pages', 'glossary'],
  ],
  ['publication', 'versions', 'relations'],
  ['catalog', 'explore', 'harvesters'],
  ['catalog-exports', 'totals', 'audit', 'idempotency', 'jobs'],
];

const oneOf = (names) => `(${names.join('|')})`;

const floorRules = Object.entries(floors).map(([floor, below]) => ({
  name: `floor-${floor}`,
  comment: `src/${floor} imports ${below.join(', ') || 'no other floor'} only.`,
  severity: 'error',
  from: { path: `^src/${floor}/` },
  to: { path: '^src/', pathNot: `^src/${oneOf([floor, ...below])}/` },
}));

const tierRules = tiers.flatMap((tier, at) =>
  tier.map((module) => ({
    name: `tier-${module}`,
    comment: 'A module imports modules of earlier tiers only.',
    severity: 'error',
    from: { path: `^src/modules/${module}/` },
    to: { path: '^src/modules/', pathNot: `^src/modules/${oneOf([module, ...tiers.slice(0, at).flat()])}/` },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...floorRules,
    ...tierRules,
    {
      name: 'known-floor',
      comment: 'Every folder of src is a floor of the list above.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/${oneOf(Object.keys(floors))}/` },
      to: {},
    },
    {
      name: 'known-module',
      comment: 'Every module has a tier in the list above.',
      severity: 'error',
      from: { path: '^src/modules/[^/]+/', pathNot: `^src/modules/${oneOf(tiers.flat())}/` },
      to: {},
    },
    {
      name: 'module-door-from-modules',
      comment: 'A module is imported through its index.ts.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/[^/]+/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'module-door-from-other-floors',
      comment: 'A module is imported through its index.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/modules/' },
      to: { path: '^src/modules/[^/]+/', pathNot: '^src/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'no-circle',
      comment: 'No import leads back to its own file, types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-without-packages',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { dependencyTypesNot: ['core', 'local'] },
    },
    {
      name: 'engine-without-database-and-graph',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { path: 'node_modules/(graphql|type-graphql|@apollo|@mikro-orm|mikro-orm|pg|kysely)(/|$)' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
