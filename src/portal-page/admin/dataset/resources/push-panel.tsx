import { useMutation } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { Dialog, ErrorNote, Working } from '#portal-page/admin/admin-parts.tsx';
import { CopyAsCode } from '#portal-page/admin/copy-as-code.tsx';
import {
  AdminDeletePushedRecordsDocument,
  AdminDisablePushesDocument,
  AdminEnablePushesDocument,
  AdminRenewPushKeyDocument,
} from '#portal-page/admin/generated/operations.ts';

const actions = {
  renew: AdminRenewPushKeyDocument,
  enable: AdminEnablePushesDocument,
  disable: AdminDisablePushesDocument,
  deletePushed: AdminDeletePushedRecordsDocument,
} as const;

/** What is done to pushes. */
type PushAction = keyof typeof actions;

/** The address that programs push records to, and what is done to it. */
export function PushPanel({
  datasetUid,
  uid,
  url,
}: {
  readonly datasetUid: string;
  readonly uid: string;
  readonly url: string | null;
}) {
  const { t } = useAdmin().texts;
  const [action, setAction] = useState<PushAction>();
  return (
    <div class="push">
      <p>{t('pushHint')}</p>
      {url !== null && <code class="secret">{url}</code>}
      <div class="buttons">
        {(['renew', 'disable', 'enable', 'deletePushed'] as const).map((each) => (
          <button key={each} type="button" aria-haspopup="dialog" onClick={() => setAction(each)}>
            {t(`pushActions.${each}`)}
          </button>
        ))}
      </div>
      {action && <PushDialog action={action} input={{ datasetUid, uid }} onClose={() => setAction(undefined)} />}
    </div>
  );
}

function PushDialog({
  action,
  input,
  onClose,
}: {
  readonly action: PushAction;
  readonly input: { readonly datasetUid: string; readonly uid: string };
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language, browser } = usePage();
  const [{ error, fetching }, send] = useMutation(actions[action]);
  const perform = async (): Promise<void> => {
    const answer = await send({ input });
    if (answer.error) return;
    browser?.announce(t('applied'));
    onClose();
  };
  return (
    <Dialog title={t(`pushActions.${action}`)} onClose={onClose}>
      <p>{t(`pushEffects.${action}`)}</p>
      <Working label={fetching ? t('reading') : undefined} />
      <ErrorNote error={error} />
      <CopyAsCode steps={[{ document: actions[action], variables: { input } }]} />
      <div class="buttons">
        <button
          type="button"
          class={action === 'enable' ? 'primary' : 'danger'}
          disabled={fetching}
          onClick={() => void perform()}
        >
          {t(`pushActions.${action}`)}
        </button>
        <button type="button" disabled={fetching} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
