import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { callAtom } from '#entities/call-atom.ts'
import styles from '#features/account/second-factor/second-factor.module.css'
import { leaveSecondFactor, sessionsEnded } from '#features/account/second-factor/use-cases.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  ended: number
  /** Whether the factor was turned on just now. */
  isNew: boolean
}

/** The codes, which are shown once. */
export function RecoveryCodes({ codes, ended, isNew }: RecoveryCodesProps) {
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const words = useRef<HTMLParagraphElement>(null)
  // The field that had the focus is gone; what is read out next is what was done.
  useEffect(() => words.current?.focus(), [])
  return (
    <div className={stack['section']}>
      <p ref={words} tabIndex={-1} className={styles['done'] ?? ''}>
        {isNew ? 'The second factor is on.' : 'Those before are of no use any more.'}
        {sessionsEnded(ended)} Each of these codes lets you in once where you cannot use your app. They are shown only
        now: keep them where you find them without your phone.
      </p>
      <ol className={styles['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className={styles['code']}>
            {code}
          </li>
        ))}
      </ol>
      <div className={stack['row']}>
        <CommandButton id="second-factor.copy-codes" args={{}}>
          Copy
        </CommandButton>
        <CommandButton id="second-factor.save-codes" args={{}}>
          Save as a file
        </CommandButton>
        <Button variant="primary" onClick={() => void leaveSecondFactor({ call, store })}>
          Done
        </Button>
      </div>
    </div>
  )
}
