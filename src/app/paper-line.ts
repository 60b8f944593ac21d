import { useEffect } from 'react'

/** Names the data release, if there is one, and the day in the foot of each printed page. */
export function usePaperLine(release: string): void {
  useEffect(() => {
    const write = () => {
      const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
      const line = `DIVER · ${release && `data release ${release} · `}printed ${day}`
      document.documentElement.style.setProperty('--paper-line', JSON.stringify(line))
    }
    window.addEventListener('beforeprint', write)
    return () => window.removeEventListener('beforeprint', write)
  }, [release])
}
