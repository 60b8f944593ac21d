import { BuilderScreen } from '#features/custom-variables/screens/builder-screen.tsx'

/** Turns the answers to one variable into fewer, plainer values. */
export default function DowncodeScreen() {
  return <BuilderScreen kind="downcode" title="New Downcode" />
}
