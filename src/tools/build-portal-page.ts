import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { graphqlDocuments, pageDocuments } from './graphql-documents.ts';

const source = 'src/portal-page';
const folder = 'dist/portal-page';

/** Bundles the page of the portal to one script and one file of styles, next to the documents that it sends by their hash. */
export async function buildPortalPage(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: { page: `${source}/main.ts`, 'page-styles': `${source}/page.css` },
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    charset: 'utf8',
    legalComments: 'inline',
    plugins: [graphqlDocuments],
    logLevel: 'warning',
  });
  await mkdir(folder, { recursive: true });
  const textOf = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  await Promise.all([
    write('page.js', textOf('page.js')),
    write('page.css', textOf('page-styles.css')),
    write('land.svg', await readFile(`${source}/land.svg`, 'utf8')),
    write('documents.json', JSON.stringify(pageDocuments())),
  ]);
}

/** Writes a file under another name first, because a process may start meanwhile, or another build write the same file. */
async function write(name: string, text: string): Promise<void> {
  const part = join(folder, `${name}.${process.pid}.new`);
  await writeFile(part, text);
  await rename(part, join(folder, name));
}
