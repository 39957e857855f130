import { formatInteger } from '@flota/contract/core/format.ts'
import { tripNameLines } from '@flota/contract/core/tripNameText.ts'
import type { Aviso } from '@flota/contract/system/avisos.ts'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { buttonClass, IconButton } from '../../../ui/Button.tsx'
import { addKnownIds, claimIds, useKnownIds } from './knownNotices.ts'
import { type AvisosResumen, openAvisos, openAvisosStore } from './openAvisos.ts'
import { isNotifying, showNotification } from './systemNotices.ts'

const newsClases = ['con_retraso', 'incidente_abierto'] as const
type NewsClase = (typeof newsClases)[number]

export interface NewsWatchProps {
  userId: number
  resumen: AvisosResumen
}

/** Tells the user of late trips and open incidents not seen on this computer: toast, window title, favicon, notification. */
export function NewsWatch({ userId, resumen }: NewsWatchProps) {
  const current = useCurrentNotices(resumen)
  const news = useNews(userId, current)
  const toast = useAnnouncements(userId, news)
  useTitleCount(news.length)
  return toast && <NewsToast key={toast.text} {...toast} />
}

/** Returns the notices of both classes, undefined until they are loaded. */
function useCurrentNotices(resumen: AvisosResumen) {
  const late = useNoticesOf('con_retraso', resumen)
  const incidents = useNoticesOf('incidente_abierto', resumen)
  return useMemo(() => late && incidents && [...late, ...incidents], [late, incidents])
}

const none: readonly Aviso[] = []

function useNoticesOf(clase: NewsClase, resumen: AvisosResumen): readonly Aviso[] | undefined {
  const isAny = (resumen[clase] ?? 0) > 0
  const request = isAny ? { query: { clase, viaje: 'si' as const } } : null
  const { data } = usePolledEndpoint('GET /api/avisos', request, { inBackground: true })
  return isAny ? data?.data : none
}

/** Returns the notices that the user has not seen. Opening their list in the bell marks them as seen in all tabs. */
function useNews(userId: number, current: readonly Aviso[] | undefined): readonly Aviso[] {
  const seen = useKnownIds(userId, 'vistos')
  const open = openAvisosStore.use()
  const isListOpen = open === 'todos' || newsClases.some((clase) => clase === open)
  const isFirstReading = seen === null
  useEffect(() => {
    if (current && (isListOpen || isFirstReading)) addKnownIds(userId, 'vistos', idsOf(current))
  }, [userId, current, isListOpen, isFirstReading])
  return useMemo(() => (seen && current?.filter(({ id }) => !seen.has(id))) ?? none, [seen, current])
}

const idsOf = (avisos: readonly Aviso[]) => avisos.map(({ id }) => id)

interface Announcement {
  ids: readonly string[]
  text: string
  /** Name of the only trip. */
  trip: string
  /** Null opens the bell. */
  href: string | null
}

const countText = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${formatInteger(count)} ${count === 1 ? one : many}`]

/** Returns the notice's text, or '2 viajes con retraso y 1 incidente'. */
function announce(news: readonly Aviso[]): Announcement {
  const [first] = news
  const ids = idsOf(news)
  if (first && news.length === 1)
    return { ids, text: first.texto, trip: tripNameLines(first.viajes).join(), href: first.href }
  const countOf = (clase: NewsClase) => news.filter((each) => each.clase === clase).length
  const parts = [
    ...countText(countOf('con_retraso'), 'viaje con retraso', 'viajes con retraso'),
    ...countText(countOf('incidente_abierto'), 'incidente', 'incidentes'),
  ]
  return { ids, text: parts.join(' y '), trip: '', href: null }
}

const subscribeToVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
const isVisible = () => document.visibilityState === 'visible'

const toastMs = 20_000

/** Announces each of the news once on this computer: in a visible tab, and as a system notification. */
function useAnnouncements(
  userId: number,
  news: readonly Aviso[],
): (Announcement & { onClose: () => void }) | null {
  const [toast, setToast] = useState<Announcement | null>(null)
  const visible = useSyncExternalStore(subscribeToVisibility, isVisible)
  const [, navigate] = useLocation()
  const ids = idsOf(news)
  const claim = useEffectEvent(async (list: 'mensajes' | 'sistema') => {
    const claimed = new Set(await claimIds(userId, list, ids))
    return claimed.size > 0 ? announce(news.filter(({ id }) => claimed.has(id))) : undefined
  })
  const notify = useEffectEvent(async () => {
    if (!isNotifying(userId)) return addKnownIds(userId, 'sistema', ids)
    const notice = await claim('sistema')
    if (notice) showNotification(notice, () => (notice.href ? navigate(notice.href) : openAvisos()))
  })
  const key = ids.join()
  useEffect(() => {
    if (!key) return
    if (visible) void claim('mensajes').then((notice) => notice && setToast(notice))
    void notify()
  }, [key, visible])
  useEffect(() => {
    if (!toast) return
    const timer = window.setTimeout(() => setToast(null), toastMs)
    return () => window.clearTimeout(timer)
  }, [toast])
  const isCurrent = toast?.ids.some((id) => ids.includes(id))
  return toast && isCurrent ? { ...toast, onClose: () => setToast(null) } : null
}

function NewsToast({ text, trip, href, onClose }: Announcement & { onClose: () => void }) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-20 shadow-soft md:left-auto md:max-w-lg">
      <Banner
        kind="notice"
        title={text}
        action={
          <div className="flex items-center gap-1">
            <Link
              href={href ?? '/dashboard?avisos=todos'}
              className={buttonClass()}
              onClick={(event) => {
                onClose()
                if (href) return
                event.preventDefault()
                openAvisos()
              }}
            >
              {href ? 'Ver ruta' : 'Ver avisos'}
            </Link>
            <IconButton label="Cerrar aviso" onClick={onClose}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
        }
      >
        {trip}
      </Banner>
    </div>
  )
}

const icons = { none: '/favicon.svg', news: '/favicon-news.svg' }

const setIcon = (href: string) => document.querySelector('link[rel=icon]')?.setAttribute('href', href)

/** Puts the number of news before the title, which each page sets, and a dot on the favicon. */
function useTitleCount(count: number) {
  useEffect(() => {
    if (count === 0) return
    const prefix = `(${formatInteger(count)}) `
    const addPrefix = () => {
      const { title } = document
      if (title && !title.startsWith(prefix)) document.title = prefix + title
    }
    addPrefix()
    setIcon(icons.news)
    const observer = new MutationObserver(addPrefix)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
      setIcon(icons.none)
    }
  }, [count])
}
