import { useAtomValue } from 'jotai'
import { useEffect, useState, type ReactNode } from 'react'
import { paletteAtom, paletteFieldAtom } from '#command-kit/palette/palette-state.ts'

interface BehindPaletteProps {
  fallback: ReactNode
  children: ReactNode
}

/** A palette that was opened while the page loaded is drawn first, because the user waits for it: then the rest. */
export function BehindPalette({ fallback, children }: BehindPaletteProps) {
  const { isOpen } = useAtomValue(paletteAtom)
  const hasField = useAtomValue(paletteFieldAtom)
  const [isWaiting, setIsWaiting] = useState(isOpen)
  const isDrawn = hasField || !isOpen
  useEffect(() => {
    if (!isWaiting || !isDrawn) return undefined
    // Once it is painted.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setIsWaiting(false))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isWaiting, isDrawn])
  return isWaiting ? fallback : children
}
