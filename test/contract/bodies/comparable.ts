import type { RestAnswer } from '#test/support/client.ts';

/** An answer without what differs between fixtures: uids, timestamps and names. */
export const comparable = ({ status, body, headers }: RestAnswer) => ({
  status,
  etag: headers['etag'],
  type: headers['content-type'],
  body: JSON.stringify(body)
    .replaceAll('\\r\\n', ' ')
    .replace(/\b(ak|ip|da|re|pr|sc|ch|at|ae|df|co|sp|as|gt)_[0-9a-z]{6}\b/g, '$1')
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'uuid')
    .replace(/\d{4}-\d\d-\d\d(?:T[\d:]+Z| [\d:]+\+00:00)/g, 'then')
    .replace(/\b(set-|slug-|user_|sender_|group_|of_group_|of_others_|other_|others_)\w+/g, '$1')
    .replace(/\b\w+\.csv/g, 'csv')
    .replace(/"processing_time_ms":\d+/g, 'duration')
    .replace(/\blogo(-\d+)?\.png/g, 'png')
    .replace(/"key":"[\w-]+"/g, 'key')
    .replace(/pushkey=[\w-]+/g, 'pushkey'),
});
