import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { seededCatalogNotice, startNotice } from '#server/process/listen.ts';

test('a first start says that it creates a database, and how long that takes', () => {
  expect(startNotice({ embeddedFolder: '/nowhere/postgres' })).toBe(
    'Creating a PostgreSQL in /nowhere/postgres; this takes about 15 seconds, at the first start only.\n',
  );
});

test('a start on a database that exists says that it takes seconds', () => {
  expect(startNotice({ embeddedFolder: '.' })).toBe('Starting; this takes a few seconds.\n');
  expect(startNotice({ embeddedFolder: undefined })).toBe('Starting; this takes a few seconds.\n');
});

test('the notice of a seeded catalog lists public datasets, restricted ones and drafts', () => {
  const notice = seededCatalogNotice([
    { datasetId: 'trees', isPublished: true, isRestricted: false },
    { datasetId: 'counts', isPublished: false, isRestricted: true },
    { datasetId: 'air', isPublished: true, isRestricted: false },
    { datasetId: 'budget', isPublished: true, isRestricted: true },
  ]);
  expect(
    stripVTControlCharacters(notice)
      .split(/\n?^ {2}/m)
      .slice(1),
  ).toEqual([
    'Public datasets          trees, air',
    'Restricted ones          budget',
    'Drafts                   counts\n',
  ]);
});
