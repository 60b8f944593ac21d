import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { glossaryAtom } from '#features/help/use-cases.ts'

const GlossaryDialog = lazy(async () => ({
  default: (await import('#features/help/glossary-dialog.tsx')).GlossaryDialog,
}))

/** Loaded on first use. */
export function Glossary() {
  const glossary = useAtomValue(glossaryAtom)
  return <Suspense>{glossary && <GlossaryDialog at={glossary.at} />}</Suspense>
}
