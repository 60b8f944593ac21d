import { useAtom } from 'jotai'
import { required } from '#domain/messages.ts'
import { accountFailureAtom, currentPasswordAtom } from '#features/account/state.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { PASSWORD_MAX } from '#domain/limits.ts'

/** Whatever is done to an account is asked of who knows its password. */
export function CurrentPassword({ wasTried }: { wasTried: boolean }) {
  const [current, setCurrent] = useAtom(currentPasswordAtom)
  const [failure, setFailure] = useAtom(accountFailureAtom)
  const refused = failure?.issues.find(({ path }) => path === 'current_password')?.message
  return (
    <>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={current}
        maxLength={PASSWORD_MAX}
        onChange={(next) => {
          setCurrent(next)
          setFailure(null)
        }}
        refusal={refused ?? (wasTried && current === '' ? required('Current password') : null)}
        hint="Needed to change it, and to end a session."
      />
      {failure && failure.issues.length === 0 && <Notice tone="error" title={failure.message} />}
    </>
  )
}
