import { useAtom } from 'jotai'
import { useCommandKit } from '#command-kit/hooks.ts'
import { bareKeysAtom } from '#command-kit/keys/bound-keys.ts'
import { KeyHint } from '#ui/key-hint.tsx'
import styles from '#command-kit/keys/bare-keys-switch.module.css'

export function BareKeysSwitch() {
  const { username } = useCommandKit()
  const [isOn, setIsOn] = useAtom(bareKeysAtom(username))
  return (
    <label className={styles['switch']}>
      <input type="checkbox" checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />
      Keys without <KeyHint seq="$mod" /> are on
    </label>
  )
}
