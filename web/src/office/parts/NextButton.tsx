import { FilePlus, RefreshCw } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { Asked } from './PapelDialog.tsx'
import { type Papel, papelName } from './papel.ts'

interface Props {
  papel: Papel
  open: (asked: Asked) => void
}

/** What a paper that has not been renewed asks for, at one press. */
export function NextButton({ papel, open }: Props) {
  const missing = papel.estado === 'falta'
  const Icon = missing ? FilePlus : RefreshCw
  const label = missing ? 'Agregar' : 'Renovar'
  return (
    <Button
      className="min-h-8! px-3! max-md:min-h-11! max-md:w-full"
      aria-label={`${label} ${papelName(papel)}`}
      onClick={() => open({ what: missing ? 'agregar' : 'renovar', papel })}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}
