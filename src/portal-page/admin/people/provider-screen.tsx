import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { EditForm } from '../editing/edit-form.tsx';
import {
  AdminDeleteProviderDocument,
  AdminProviderDocument,
  AdminUpdateProviderDocument,
  type OneProviderFragment,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { providerFields, providerInput } from './provider-fields.ts';

/** One sign-in provider. Its secret can be set, and is never shown. */
export const providerScreen: Screen = { title: 'provider', Body: ProviderScreen, rights: ['administer'] };

function ProviderScreen({ path: [uid = ''] }: ScreenProps) {
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminProviderDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  const [isDeleting, setDeleting] = useState(false);
  const provider = data?.identityProvider;
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1} dir="auto">
          {provider?.name ?? t('provider')}
        </h1>
        {provider && (
          <button type="button" class="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            {t('delete')}
          </button>
        )}
      </div>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data && !provider && <p>{t('noSuchObject')}</p>}
      {provider && (
        <>
          <p class="quiet">{t(provider.hasClientSecret === true ? 'hasSecret' : 'hasNoSecret')}</p>
          <EditForm
            key={uid}
            place={`provider/${uid}`}
            fields={providerFields}
            saved={{ ...provider }}
            stepOf={(changes) => ({
              document: AdminUpdateProviderDocument,
              variables: { input: { uid, ...providerInput(changes) } },
            })}
            readAgain={() => readAgain({ requestPolicy: 'network-only' })}
          />
        </>
      )}
      {isDeleting && provider && <DeleteProvider provider={provider} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteProvider({
  provider,
  onClose,
}: {
  readonly provider: OneProviderFragment;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language, browser } = usePage();
  const [{ error, fetching }, remove] = useMutation(AdminDeleteProviderDocument);
  const variables = { input: { uid: provider.uid } };
  const perform = async (): Promise<void> => {
    const answer = await remove(variables);
    if (!answer.error) browser?.navigate('/admin/people/providers');
  };
  return (
    <Dialog title={t('deleteTitle', { title: provider.name })} onClose={onClose}>
      <p>{t('deleteProviderEffect')}</p>
      <ErrorNote error={error} />
      <CopyAsCode steps={[{ document: AdminDeleteProviderDocument, variables }]} />
      <div class="buttons">
        <button type="button" class="danger" disabled={fetching} onClick={() => void perform()}>
          {t('delete')}
        </button>
        <button type="button" disabled={fetching} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
