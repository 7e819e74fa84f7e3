import { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { wholeList } from '../answer.ts';
import { ReadFormsDocument, SendSubmissionDocument } from '../generated/operations.ts';
import { flag, objects, text, tool } from '../tool.ts';
import { idArgument, pageArguments } from '../tool-arguments.ts';

export const readFormsTool = tool(ReadFormsDocument, {
  name: 'read_forms',
  title: 'Read forms',
  description:
    'Lists the published forms that you may submit to now, or with editable those that you may change. With formSlug, returns the sections and questions of one published form; send answers with submit_form.',
  arguments: {
    formSlug: idArgument.optional().describe('The slug or id of one form.'),
    editable: z
      .boolean()
      .default(false)
      .describe('Whether to list the forms that you may change, published or not. Needs a key.'),
    ...pageArguments,
  },
  output: { forms: objects, slug: text, title: text, sections: objects },
  variables: ({ formSlug, editable, limit }, offset) => ({
    formSlug: formSlug ?? '',
    limit,
    offset,
    withForm: formSlug !== undefined,
    withForms: formSlug === undefined && !editable,
    withConfigurations: formSlug === undefined && editable,
  }),
  answer({ form, forms, formConfigurations }, { formSlug }, start) {
    if (formSlug !== undefined) {
      const { sections, ...head } = form ?? fail('NOT_FOUND');
      return wholeList(head, 'sections', sections);
    }
    const { nodes, totalCount } = forms ?? formConfigurations ?? fail('NOT_FOUND');
    return { head: {}, list: { name: 'forms', items: nodes, start, total: totalCount } };
  },
});

export const submitFormTool = tool(SendSubmissionDocument, {
  name: 'submit_form',
  title: 'Submit a form',
  description:
    'Submits answers to a form, in the name of the owner of the key. isValid is whether they were accepted; errors name the fields to correct.',
  arguments: {
    formSlug: idArgument.describe('The slug or id of the form.'),
    answers: z.record(z.string(), z.unknown()).describe('The answers by fieldId.'),
    recaptchaToken: z.string().optional(),
  },
  output: { isValid: flag, submissionUid: text, errors: objects },
  argumentOf: (path) => path.replace(/^data\b/, 'answers'),
  variables: ({ formSlug, answers, recaptchaToken }) => ({ input: { formSlug, data: answers, recaptchaToken } }),
  answer: ({ submitForm: { isValid, errors, submission } }) =>
    wholeList({ isValid, submissionUid: submission?.uid }, 'errors', errors),
});
