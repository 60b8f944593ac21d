import { BuilderScreen } from '#features/custom-variables/screens/builder-screen.tsx'

/** Defines each value by conditions on any number of variables. */
export default function MultiScreen() {
  return <BuilderScreen kind="multiple" title="Combine Many Variables" />
}
