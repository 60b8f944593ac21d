import { BuilderScreen } from '#features/custom-variables/screens/builder-screen.tsx'

/** Gives every combination of two variables' answers a value. */
export default function TwoVarsScreen() {
  return <BuilderScreen kind="merge" title="Combine Two Variables" />
}
