import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'

/** Tells that a form opened with what was left in it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="md:col-span-2">
      <Banner
        kind="notice"
        title="Recuperamos lo que habías escrito."
        action={<Button onClick={onDiscard}>Descartar</Button>}
      />
    </div>
  )
}
