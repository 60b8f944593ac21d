import { useAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import styles from '#command-kit/keyboard/keyboard.module.css'
import { bareKeysAtom, keyOverridesAtom } from '#command-kit/keys/key-atoms.ts'
import { keyFileText, readKeyFile } from '#command-kit/keys/key-file.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { saveFile } from '#ui/save-file.ts'

/** Takes one's keys to another browser, or has the declared ones again. */
export function KeyFileButtons() {
  const { registry, username } = useCommandKit()
  const [keys, setKeys] = useAtom(keyOverridesAtom(username))
  const [bareKeys, setBareKeys] = useAtom(bareKeysAtom(username))
  const [problem, setProblem] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)

  const save = () => {
    saveFile(new Blob([keyFileText({ bareKeys, keys })], { type: 'application/json' }), 'keys.json')
  }
  const load = async (file: File | undefined) => {
    if (file === undefined) return
    const read = readKeyFile(registry, await file.text())
    if ('problem' in read) return setProblem(read.problem)
    setProblem(null)
    setKeys(read.settings.keys)
    setBareKeys(read.settings.bareKeys)
  }

  return (
    <>
      <span className={styles['buttons']}>
        <Button onClick={save}>Export</Button>
        <Button onClick={() => chooser.current?.click()}>Import…</Button>
        <input
          ref={chooser}
          type="file"
          accept="application/json,.json"
          aria-label="File of keys"
          hidden
          onChange={(event) => {
            void load(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button variant="quiet" onClick={() => setKeys({})}>
          Reset all
        </Button>
      </span>
      {problem !== null && <Notice tone="error" title={problem} />}
    </>
  )
}
