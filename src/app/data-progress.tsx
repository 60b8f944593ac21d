import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { userinfoAtom, versionAtom } from '#entities/session/session.ts'
import styles from '#app/data-progress.module.css'

const ASK_AGAIN_MILLISECONDS = 1_000

/** Shows the progress while the back end creates its data; disappears by itself. */
export default function DataProgress() {
  const progress = useAtomValue(versionAtom).data?.progress ?? null
  const changeVersion = useSetAtom(versionAtom)
  const changeUserinfo = useSetAtom(userinfoAtom)
  const share = progress && progress.of > 0 ? Math.min(1, progress.done / progress.of) : 0

  useEffect(() => {
    const timer = setInterval(() => {
      // In this order: the versions fetched after userinfo remain.
      void changeUserinfo('fetch').then(() => changeVersion('fetch'))
    }, ASK_AGAIN_MILLISECONDS)
    return () => clearInterval(timer)
  }, [changeVersion, changeUserinfo])

  return (
    <main className={styles['page']}>
      <h1>DIVER</h1>
      <p role="status">
        Creating the data
        {progress?.secondsLeft ? `: about ${Math.ceil(progress.secondsLeft)} seconds left` : '…'}
      </p>
      <progress className={styles['bar']} max={1} value={share} aria-label="Data created" />
    </main>
  )
}
