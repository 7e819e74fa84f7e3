import { readdirSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { graphqlDocuments, pageDocuments } from './graphql-documents.ts';

const source = 'src/portal-page';
const folder = 'dist/portal-page';

const shared = {
  outdir: folder,
  write: false,
  bundle: true,
  minify: true,
  format: 'esm',
  charset: 'utf8',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'inline',
  plugins: [graphqlDocuments],
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * Bundles the page of the portal: its scripts and styles for browsers, and `render.js` for the server, next to the documents that the page sends by
 * their hash. `files.json` maps each part of the page to its file.
 */
export async function buildPortalPage(): Promise<void> {
  const [browser, server] = await Promise.all([
    build({
      ...shared,
      entryPoints: {
        page: `${source}/main.tsx`,
        styles: `${source}/page.css`,
        admin: `${source}/admin/admin.css`,
      },
      entryNames: '[name].[hash]',
      chunkNames: 'part.[hash]',
      splitting: true,
      platform: 'browser',
      target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    }),
    build({
      ...shared,
      entryPoints: { render: `${source}/render-page.tsx` },
      platform: 'node',
      target: 'node24',
      minify: false,
    }),
  ]);
  await mkdir(folder, { recursive: true });
  const scripts = new Map(browser.outputFiles.map(({ path, text }) => [basename(path), text]));
  const languages = readdirSync(`${source}/messages`).filter((file) => file.endsWith('.json'));
  const others = new Map([
    ['land.svg', await readFile(`${source}/land.svg`, 'utf8')],
    ['places.json', await readFile(`${source}/places.json`, 'utf8')],
    ['pictograms.svg', await readFile(`${source}/pictograms.svg`, 'utf8')],
    ...(await Promise.all(
      languages.map(
        async (file) => [`messages-${file}`, await readFile(`${source}/messages/${file}`, 'utf8')] as const,
      ),
    )),
  ]);
  await Promise.all([...scripts, ...others].map(([name, text]) => write(name, text)));
  await Promise.all([
    write('render.js', server.outputFiles[0]?.text ?? ''),
    write('documents.json', JSON.stringify(pageDocuments())),
    write('files.json', JSON.stringify({ hashed: [...scripts.keys()], plain: [...others.keys()] })),
  ]);
}

/** Writes a file under another name first, because a process may start meanwhile, or another build write the same file. */
async function write(name: string, text: string): Promise<void> {
  const part = join(folder, `${name}.${process.pid}.new`);
  await writeFile(part, text);
  await rename(part, join(folder, name));
}
