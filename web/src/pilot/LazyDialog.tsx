import type { ComponentType } from 'react'
import { loadPrepareFile } from '../archivos/preparedFile.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { useLazyModule } from '../ui/useLazyModule.ts'
import type { DialogName, DialogProps, Draft } from './dialogs/dialogProps.ts'
import { InfoDialog } from './InfoDialog.tsx'
import { loadBlockedItems } from './LazyBlockedItems.tsx'
import { draftForms, draftKey } from './outbox/draftKeys.ts'

const dialogs: Record<DialogName, () => Promise<ComponentType<DialogProps>>> = {
  Estado: async () => (await import('./dialogs/EstadoDialog.tsx')).EstadoDialog,
  Entrega: async () => (await import('./dialogs/EntregaDialog.tsx')).EntregaDialog,
  Incidente: async () => (await import('./dialogs/IncidenteDialog.tsx')).IncidenteDialog,
  Gasto: async () => (await import('./dialogs/GastoDialog.tsx')).GastoDialog,
  Foto: async () => (await import('./dialogs/FotosDialog.tsx')).FotosDialog,
  Más: async () => (await import('./dialogs/MoreDialog.tsx')).MoreDialog,
  Horas: async () => (await import('./dialogs/HorasDialog.tsx')).HorasDialog,
  Historial: async () => (await import('./dialogs/HistorialDialog.tsx')).HistorialDialog,
  Hoja: async () => (await import('../trip/HojaDialog.tsx')).HojaDialog,
}

export const loadPilotMenu = () => import('./dialogs/PilotMenu.tsx')

/** Preloads what has files of its own if the browser has no service worker. What fails loads again when it is needed. */
export const loadDialogs = () =>
  Promise.allSettled(
    [
      ...Object.values(dialogs),
      loadPilotMenu,
      loadBlockedItems,
      () => import('./outbox/sending/sender.ts'),
      loadPrepareFile,
    ].map((load) => load()),
  )

/** Titles that differ from the name. */
const titles: Partial<Record<DialogName, string>> = { Estado: 'Cambiar Estado', Foto: 'Fotos' }

/** Reads what an earlier opening of a form has left. */
async function readDraftOf(name: DialogName, rutaId: number): Promise<Draft | null> {
  const form = draftForms.find((each) => each === name)
  return form ? (await import('./dialogs/draftStore.ts')).readDraft(draftKey(form, rutaId)) : null
}

interface Props extends Omit<DialogProps, 'draft'> {
  name: DialogName
  /** From the dialog that this one replaces. */
  draft?: Draft | undefined
}

/** Loads a dialog and its draft when it opens; shows a placeholder until then. */
export function LazyDialog({ name, draft, ...props }: Props) {
  const { ruta, onClose } = props
  const title = titles[name] ?? name
  const moduleName = title.toLowerCase()
  const loaded = useLazyModule(
    true,
    moduleName,
    async () => {
      const [Dialog, stored] = await Promise.all([dialogs[name](), draft ?? readDraftOf(name, ruta.id)])
      return { Dialog, draft: stored }
    },
    onClose,
  )
  if (loaded) return <loaded.Dialog {...props} draft={loaded.draft} />
  return (
    <InfoDialog title={title} {...(name !== 'Gasto' && { ruta })} onClose={onClose}>
      <div className="mt-4 min-h-40">
        <Loading label={`Cargando ${moduleName}…`} />
        <Skeleton className="w-2/5" />
      </div>
    </InfoDialog>
  )
}
