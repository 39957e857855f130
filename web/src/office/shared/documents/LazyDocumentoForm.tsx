import type { Papel } from '@flota/contract/documents/documentos.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { FilePlus, Pencil, RefreshCw } from 'lucide-react'
import { Link } from 'wouter'
import { withId } from '../../../shell/paths.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyDialog } from '../lazyDialog.tsx'
import { type DocumentoAction, documentoName, isMissingFact } from './documento.ts'

export const LazyDocumentoForm = lazyDialog(
  async () => (await import('./form/DocumentoForm.tsx')).DocumentoForm,
)

export function RenewButton({ papel, open }: { papel: Papel; open: (action: DocumentoAction) => void }) {
  const missing = papel.estado === 'falta'
  if (isMissingFact(papel))
    return (
      <Link
        href={withId(catalogues[papel.entidad].screens.edit, papel.entidad_id)}
        aria-label={`Completar ${documentoName(papel)}`}
        className={cx(buttonClass(), 'min-h-8! px-3! max-md:min-h-11! max-md:w-full')}
      >
        <Pencil aria-hidden="true" className="size-4" />
        Completar
      </Link>
    )
  const Icon = missing ? FilePlus : RefreshCw
  const label = missing ? 'Agregar' : 'Renovar'
  return (
    <Button
      className="min-h-8! px-3! max-md:min-h-11! max-md:w-full"
      aria-label={`${label} ${documentoName(papel)}`}
      onClick={() => open({ what: missing ? 'agregar' : 'renovar', papel })}
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}
