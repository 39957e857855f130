import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../shared/lazyDialog.tsx'

const CopyDayDialog = lazyDialog(
  async () => (await import('./form/CopyDayDialog.tsx')).CopyDayDialog,
  'los viajes',
)

interface Props {
  /** Undefined until the company's day is known. */
  dia: string | undefined
  onCreated: (dia: string, message: string) => void
}

/** Copies the trips of the shown day to another one. */
export function CopyDayButton({ dia, onCreated }: Props) {
  const { create } = useViajeAccess()
  /** Stays while the board already shows the day of the copies. */
  const [copiedDay, setCopiedDay] = useState<string>()
  if (!create) return null
  return (
    <>
      <Button disabled={!dia} onClick={() => setCopiedDay(dia)}>
        <CopyPlus aria-hidden="true" className="size-4.5 max-sm:hidden" />
        Copiar viajes…
      </Button>
      {copiedDay && (
        <CopyDayDialog dia={copiedDay} onCreated={onCreated} onClose={() => setCopiedDay(undefined)} />
      )}
    </>
  )
}
