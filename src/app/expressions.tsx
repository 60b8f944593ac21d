import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { languageAtom, type LanguageSource } from '#command-kit/language.ts'
import { savedExpressionAtom } from '#entities/expressions/saved-expression.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'

const SaveExpressionDialog = lazy(async () => ({
  default: (await import('#features/rules/save-expression-dialog.tsx')).SaveExpressionDialog,
}))

/** Signs and words of a condition. */
const CONDITION = /[=<>~≤≥≠]|(?:^|\s)(?:in|is|between|answered|missing|exists|contains|starts|ends)(?:\s|$)/i

const LANGUAGE: LanguageSource = {
  label: 'Count',
  isLikely: (text) => CONDITION.test(text),
  load: async () => (await import('#entities/expressions/expression-language.tsx')).expressionLanguage,
}

/** Lets the palette read expressions, and names the cohort of one that is saved. */
export function Expressions() {
  const isOffered = useAtomValue(capabilitiesAtom).includes('rules')
  const setLanguage = useSetAtom(languageAtom)
  const [saved, setSaved] = useAtom(savedExpressionAtom)
  useEffect(() => {
    setLanguage(isOffered ? LANGUAGE : null)
    return () => setLanguage(undefined)
  }, [isOffered, setLanguage])
  if (saved === null) return null
  return (
    <Suspense>
      <SaveExpressionDialog expression={saved} onClose={() => setSaved(null)} />
    </Suspense>
  )
}
