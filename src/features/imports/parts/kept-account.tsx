import { useAtomValue, useSetAtom } from 'jotai'
import type { ImportReport } from '#contract/shapes-of-imports.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { passwordProblem } from '#domain/passwords.ts'
import { changeImportAtom, importAtom } from '#features/imports/state.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/text-field.tsx'

/** The accounts of the synthetic data go with them; whoever imports keeps theirs by a password of their own. */
export function KeptAccount({ report }: { report: ImportReport }) {
  const { password, username, failure } = useAtomValue(importAtom)
  const change = useSetAtom(changeImportAtom)
  if (!report.needs_password) return null
  return (
    <Notice tone="warning" title={`The demo accounts go with the synthetic data; yours, ${username}, can stay.`}>
      <div className={stack['narrow']}>
        <TextField
          label="Your new password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(next) => change({ password: next, failure: null })}
          problemOf={(text) => passwordProblem(text, username)}
          refusal={failure?.issues.find(({ path }) => path === 'password')?.message}
          hint={`At least ${PASSWORD_MIN} characters. With it you log in as ${username} from now on.`}
        />
      </div>
    </Notice>
  )
}
