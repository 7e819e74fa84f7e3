import {
  ChangeSubmissionDocument,
  RetrieveFormDocument,
  RetrieveFormQuotaDocument,
  RetrieveSubmissionDocument,
  RetrieveSubmissionImageDocument,
  SubmitFormDocument,
  type RetrieveFormQuery,
} from '../generated/operations.ts';
import { image } from '../responders/file.ts';
import { one } from '../responders/responders.ts';
import { submissionResult } from '../responders/submission-result.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { withoutNulls } from '../wire-values.ts';

type Form = NonNullable<RetrieveFormQuery['form']>;

/** A form without what its blocks and its ending do not say: settings of other types, and other endings. */
const asTold = (form: Form): object => ({
  ...form,
  sections: form.sections.map(({ title, blocks }) => ({ title, blocks: blocks.map(withoutNulls) })),
  ending: withoutNulls(form.ending),
});

const admits = ({ path }: RestInput) => ({ formSlug: path['slug'], uid: path['submission_uid'] });

/** Names of answers are the form's own. */
const fieldName = (field: string): string => field;

/** Published forms, and what is submitted to them (docs/contract/rest.md 3). */
export const formRoutes = [
  route({
    method: 'GET',
    path: '/forms/{slug}/',
    operation: RetrieveFormDocument,
    variables: ({ path }) => ({ form_slug: path['slug'] }),
    respond: one(({ form }) => form && asTold(form)),
  }),
  route({
    method: 'GET',
    path: '/forms/{slug}/quota/',
    operation: RetrieveFormQuotaDocument,
    variables: ({ path }) => ({ form_slug: path['slug'] }),
    respond: one(({ form }) => form?.quota),
  }),
  route({
    method: 'POST',
    path: '/forms/{slug}/submissions/',
    operation: SubmitFormDocument,
    upload: 'form',
    admits,
    fieldName,
    variables: ({ path, form: { data, files, texts } }) => ({
      input: { formSlug: path['slug'], data, images: files, recaptchaToken: texts.get('g-recaptcha-response') },
    }),
    respond: ({ data: { submitForm } }, { url }) =>
      submissionResult(submitForm, {
        status: 201,
        headers: { location: `${url}${submitForm.submission?.uid ?? ''}/` },
      }),
  }),
  route({
    method: 'GET',
    path: '/forms/{slug}/submissions/{submission_uid}/',
    operation: RetrieveSubmissionDocument,
    variables: ({ path }) => ({ form_slug: path['slug'], submission_uid: path['submission_uid'] }),
    respond: one(({ submission }) => submission && (submission.revision ?? submission.content)),
  }),
  route({
    method: 'POST',
    path: '/forms/{slug}/submissions/{submission_uid}/',
    operation: ChangeSubmissionDocument,
    upload: 'form',
    admits,
    fieldName,
    variables: ({ path, form: { data, files } }) => ({
      input: { formSlug: path['slug'], uid: path['submission_uid'], data, images: files },
    }),
    respond: ({ data: { changeSubmission } }) => submissionResult(changeSubmission, { status: 200 }),
  }),
  route({
    method: 'GET',
    path: '/forms/{slug}/images/{storedfile_id}/',
    operation: RetrieveSubmissionImageDocument,
    variables: ({ path }) => ({ form_slug: path['slug'], image_id: path['storedfile_id'] }),
    respond: image(({ submissionImage }) => submissionImage),
  }),
];
