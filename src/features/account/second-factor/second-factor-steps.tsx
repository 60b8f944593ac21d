import { useAtomValue } from 'jotai'
import { inGroups } from '#domain/second-factor.ts'
import { secondFactorAtom } from '#entities/session.ts'
import { RecoveryCodes } from '#features/account/second-factor/recovery-codes.tsx'
import { SecondFactorForm } from '#features/account/second-factor/second-factor-form.tsx'
import styles from '#features/account/second-factor/second-factor.module.css'
import type { SecondFactorStep } from '#features/account/second-factor/state.ts'
import { askForSecret, makeRecoveryCodes, turnOff, turnOn } from '#features/account/second-factor/use-cases.ts'
import { QrCode } from '#ui/qr-code.tsx'

export const TITLES: Readonly<Record<SecondFactorStep['kind'], string>> = {
  'turn-on': 'Turn on a second factor',
  secret: 'Turn on a second factor',
  'turn-off': 'Turn off the second factor',
  'new-codes': 'New recovery codes',
  codes: 'Recovery codes',
}

/** The step at which somebody is, each a form of its own. */
export function SecondFactorSteps({ step }: { step: SecondFactorStep }) {
  const isRequired = useAtomValue(secondFactorAtom)?.is_required ?? false
  const common = { key: step.kind, label: TITLES[step.kind] }
  switch (step.kind) {
    case 'turn-on':
      return (
        <SecondFactorForm
          {...common}
          asksPassword
          asksCode="none"
          send={(ports, { password }) => askForSecret(ports, password)}
          submit="Continue"
        >
          <p>
            From then on the login asks for your password and for a code of six digits, which an authenticator app on
            your phone or a password manager shows, another one every half minute. Who knows your password alone does
            not get in.
          </p>
        </SecondFactorForm>
      )
    case 'secret':
      return (
        <SecondFactorForm
          {...common}
          asksPassword={false}
          asksCode="first"
          send={(ports, { code }) => turnOn(ports, code)}
          submit="Turn on"
        >
          <Secret secret={step.secret} address={step.address} />
        </SecondFactorForm>
      )
    case 'turn-off':
      return (
        <SecondFactorForm
          {...common}
          asksPassword
          asksCode="any"
          send={(ports, { password, code }) => turnOff(ports, password, code)}
          submit="Turn off"
          variant="danger"
        >
          <p>
            The login will ask for your password alone. Your recovery codes are of no use any more, and your other
            sessions end.
            {isRequired && ' This server asks for a second factor: you will have to turn one on again to go on.'}
          </p>
        </SecondFactorForm>
      )
    case 'new-codes':
      return (
        <SecondFactorForm
          {...common}
          asksPassword
          asksCode="any"
          send={(ports, { password, code }) => makeRecoveryCodes(ports, password, code)}
          submit="Make new codes"
        >
          <p>Those that you have are of no use any more, and your other sessions end.</p>
        </SecondFactorForm>
      )
    case 'codes':
      return <RecoveryCodes {...step} />
  }
}

function Secret({ secret, address }: { secret: string; address: string }) {
  return (
    <div className={styles['secret']}>
      <QrCode text={address} label="QR code of the secret" />
      <div className={styles['words']}>
        <p>Scan this with your authenticator app, or type the secret there:</p>
        <p className={styles['code']} aria-label="Secret" role="group">
          {inGroups(secret)}
        </p>
        <p className={styles['muted']}>Nothing is on before you have entered the code that the app then shows.</p>
      </div>
    </div>
  )
}
