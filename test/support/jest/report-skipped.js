import { relative } from 'node:path';

/** Lists the tests that were skipped for an unmet need at the end of a run, where no one overlooks them. */
export default class ReportSkipped {
  onRunComplete(_contexts, { testResults }) {
    const skipped = testResults.flatMap(({ testFilePath, testResults: tests }) =>
      tests
        .filter(({ status, title }) => status === 'pending' && title.includes('(needs '))
        .map(({ fullName }) => `  ${relative(process.cwd(), testFilePath)}: ${fullName}`),
    );
    if (skipped.length > 0) process.stderr.write(`\nSKIPPED on this machine:\n${skipped.join('\n')}\n`);
  }
}
