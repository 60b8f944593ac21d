import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { callAtom } from '#entities/call-atom.ts'
import { AccountSections } from '#features/account/account-sections.tsx'
import { SecondFactorSteps, TITLES } from '#features/account/second-factor/second-factor-steps.tsx'
import { secondFactorStepAtom } from '#features/account/second-factor/state.ts'
import { leaveSecondFactor } from '#features/account/second-factor/use-cases.ts'
import { accountOpenAtom } from '#features/account/state.ts'
import { Dialog } from '#ui/dialog.tsx'

/** One's own account, or the step at which one is with its second factor, from which the way leads back. */
export function AccountDialog() {
  const store = useStore()
  const { call } = useAtomValue(callAtom)
  const setIsOpen = useSetAtom(accountOpenAtom)
  const step = useAtomValue(secondFactorStepAtom)
  return (
    <Dialog
      isOpen
      // What is shown once is not closed by a click beside it.
      role={step?.kind === 'codes' ? 'alertdialog' : 'dialog'}
      onClose={() => (step ? void leaveSecondFactor({ call, store }) : setIsOpen(false))}
      title={step ? TITLES[step.kind] : 'Your account'}
    >
      {step ? <SecondFactorSteps step={step} /> : <AccountSections />}
    </Dialog>
  )
}
