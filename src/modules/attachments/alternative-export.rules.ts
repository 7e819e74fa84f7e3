import { isHttpUrl } from '#engine/blocks/text-types.ts';
import { failOnFields, requiredMessage } from '#kernel/fail.ts';
import { lineProblem } from '#kernel/text.ts';
import type { AlternativeExportType } from './alternative-export.type.ts';

const maxTitleLength = 250;
const maxDescriptionLength = 10_000;

/** An alternative export as an input would leave it. */
interface DesiredExport {
  readonly title: string | null;
  readonly description: string;
  readonly type: AlternativeExportType;
  readonly url: string | null;
  readonly hasFile: boolean;
}

/** What describes an alternative export, as it is stored. */
interface DescribedExport {
  readonly title: string;
  readonly description: string;
  readonly url: string | null;
}

/** Validates an alternative export and returns what is stored of it. `otherProblems` are reported with those found here. Fails INVALID_INPUT. */
export function parseAlternativeExport(
  { title, description, type, url, hasFile }: DesiredExport,
  otherProblems: Readonly<Record<string, string | undefined>> = {},
): DescribedExport {
  const problems = {
    title: titleProblem(title),
    description:
      description.length > maxDescriptionLength ? `Use ${maxDescriptionLength} characters at most.` : undefined,
    file: fileProblem(type, hasFile),
    url: urlProblem(type, url),
    ...otherProblems,
  };
  failOnFields(
    Object.fromEntries(
      Object.entries(problems).flatMap(([field, problem]) => (problem === undefined ? [] : [[field, [problem]]])),
    ),
  );
  return { title: title?.trim() ?? '', description, url: url === null ? null : new URL(url).href };
}

function titleProblem(title: string | null): string | undefined {
  if (title === null) return requiredMessage;
  return title.trim() === '' ? 'Give a text.' : lineProblem(title, maxTitleLength);
}

function fileProblem(type: AlternativeExportType, hasFile: boolean): string | undefined {
  if (type === 'url') return hasFile ? 'A file has the type uploaded_file.' : undefined;
  return hasFile ? undefined : requiredMessage;
}

function urlProblem(type: AlternativeExportType, url: string | null): string | undefined {
  if (type === 'uploaded_file') return url === null ? undefined : 'An uploaded file has no URL.';
  if (url === null) return requiredMessage;
  return isHttpUrl(url)
    ? undefined
    : 'Give an http or https URL without a name or password in it, 2,000 characters at most.';
}
