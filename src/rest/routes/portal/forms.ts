import {
  UpdateSubmissionDocument,
  RetrieveFormDocument,
  RetrieveFormQuotaDocument,
  RetrieveSubmissionDocument,
  RetrieveSubmissionImageDocument,
  SubmitFormDocument,
  type RetrieveSubmissionQuery,
  type SubmissionResultFragment,
} from '#rest/generated/operations.ts';
import { fromForm, fromPath } from '#rest/request/request-value.ts';
import { type BodyMapping, composeObject, propertyAt, type BodyShape, shapeAt } from '#rest/responders/body-mapping.ts';
import { image } from '#rest/responders/file.ts';
import { object, type ResponseDescription, type RestResponse } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** The answers of a submission: the changed answers while a change waits for a moderator, else the current ones. */
const answersBody: BodyMapping<NonNullable<RetrieveSubmissionQuery['submission']>> = {
  value: ({ revisedContent, content }) => revisedContent ?? content,
  shape: (shape) => shapeAt(shape, 'content'),
};

/** The result of a submission: success with the given headers, or 400 with what is wrong (docs/contract/rest.md 1, Errors). */
const resultOf = (
  { is_valid, errors }: SubmissionResultFragment,
  success: Pick<RestResponse, 'status' | 'headers'>,
): RestResponse => ({ ...(is_valid ? success : { status: 400 }), body: { is_valid, errors } });

const resultResponse = (status: number, payload: BodyShape): ResponseDescription => ({
  status,
  hasETag: false,
  content: {
    json: composeObject('SubmissionResult', {
      is_valid: propertyAt(payload, 'is_valid'),
      errors: propertyAt(payload, 'errors'),
    }),
  },
});

/** Published forms and their submissions (docs/contract/rest.md 3). */
export const formRoutes = [
  route(RetrieveFormDocument, {
    method: 'GET',
    path: '/forms/{slug}/',
    isPublic: true,
    variables: { form_slug: fromPath('slug') },
    respond: object('form'),
  }),
  route(RetrieveFormQuotaDocument, {
    method: 'GET',
    path: '/forms/{slug}/quota/',
    variables: { form_slug: fromPath('slug') },
    respond: object('form.quota'),
  }),
  route(SubmitFormDocument, {
    method: 'POST',
    path: '/forms/{slug}/submissions/',
    needs: { precheck: true },
    variables: {
      input: {
        formSlug: fromPath('slug'),
        data: fromForm(({ data }) => data),
        images: fromForm(({ files }) => files),
        recaptchaToken: fromForm(({ texts }) => texts.get('g-recaptcha-response')),
      },
    },
    respond: {
      respond: ({ data: { submitForm } }, { url }) =>
        resultOf(submitForm, { status: 201, headers: { location: `${url}${submitForm.submission?.uid ?? ''}/` } }),
      describe: (data) => resultResponse(201, shapeAt(data, 'submitForm')),
    },
  }),
  route(RetrieveSubmissionDocument, {
    method: 'GET',
    path: '/forms/{slug}/submissions/{submission_uid}/',
    variables: { form_slug: fromPath('slug'), submission_uid: fromPath('submission_uid') },
    respond: object('submission', { body: answersBody }),
  }),
  route(UpdateSubmissionDocument, {
    operationId: 'ChangeSubmission',
    method: 'POST',
    path: '/forms/{slug}/submissions/{submission_uid}/',
    needs: { precheck: true },
    variables: {
      input: {
        formSlug: fromPath('slug'),
        uid: fromPath('submission_uid'),
        data: fromForm(({ data }) => data),
        images: fromForm(({ files }) => files),
      },
    },
    respond: {
      respond: ({ data: { updateSubmission } }) => resultOf(updateSubmission, { status: 200 }),
      describe: (data) => resultResponse(200, shapeAt(data, 'updateSubmission')),
    },
  }),
  route(RetrieveSubmissionImageDocument, {
    method: 'GET',
    path: '/forms/{slug}/images/{storedfile_id}/',
    variables: { form_slug: fromPath('slug'), image_id: fromPath('storedfile_id') },
    respond: image('submissionImage'),
  }),
];
