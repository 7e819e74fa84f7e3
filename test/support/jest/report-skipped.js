import { relative } from 'node:path';

/** Lists the skipped tests at the end of a run, where nobody overlooks them. */
export default class ReportSkipped {
  onRunComplete(_contexts, { testResults }) {
    const skipped = testResults.flatMap(({ testFilePath, testResults: tests }) =>
      tests
        .filter(({ status }) => status === 'pending')
        .map(({ fullName }) => `  ${relative(process.cwd(), testFilePath)}: ${fullName}`),
    );
    if (skipped.length > 0) process.stderr.write(`\nSKIPPED on this machine:\n${skipped.join('\n')}\n`);
  }
}
