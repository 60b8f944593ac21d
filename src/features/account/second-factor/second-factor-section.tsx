import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { RECOVERY_CODES } from '#domain/limits.ts'
import { secondFactorAtom } from '#entities/session.ts'
import { isBackFromStepAtom } from '#features/account/second-factor/state.ts'
import stack from '#ui/stack.module.css'

/** How the account stands, and what can be done about it. */
export function SecondFactorSection() {
  const factor = useAtomValue(secondFactorAtom)
  const [isBack, setIsBack] = useAtom(isBackFromStepAtom)
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Whoever left from here comes back to here.
    if (isBack) actions.current?.querySelector('button')?.focus()
    setIsBack(false)
  }, [isBack, setIsBack])
  if (factor === null) return null
  const { is_on: isOn, recovery_codes_left: left } = factor
  return (
    <section className={stack['section']} aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <p className={stack['muted']}>
        {isOn
          ? `On: the login asks for a code too. ${left} of ${RECOVERY_CODES} recovery codes are left.`
          : 'Off: your password alone lets you in. With one, the login asks for a code of your authenticator app too.'}
      </p>
      <div ref={actions} className={stack['row']}>
        <CommandButton id="second-factor.turn-on" args={{}} />
        <CommandButton id="second-factor.new-codes" args={{}} />
        <CommandButton id="second-factor.turn-off" args={{}} />
      </div>
    </section>
  )
}
