import { contents, manual } from 'virtual:manual'
import { useEffect } from 'react'
import { PageHeading } from '../../ui/PageHeading.tsx'
import '../../shell/manual.css'

/** The manual, with its chapters beside it; an address with # begins at that heading. */
export function AyudaPage() {
  useEffect(() => {
    // The browser looked for it before it was there. Not decoded: after # anything may stand.
    const ids = [...document.querySelectorAll('.manual [id]')]
    ids.find(({ id }) => `#${encodeURIComponent(id)}` === location.hash)?.scrollIntoView()
  }, [])
  return (
    <>
      <PageHeading title="Ayuda" />
      <div className="grid items-start gap-6 xl:grid-cols-[16rem_1fr]">
        <nav
          aria-label="Capítulos"
          className="rounded-ui border border-line bg-card p-3 shadow-soft xl:sticky xl:top-20"
        >
          <ul className="grid gap-x-4 sm:grid-cols-2 xl:grid-cols-1">
            {contents.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex items-center rounded-ui px-2 py-1.5 hover:bg-sunken max-md:min-h-11"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <article className="manual rounded-ui border border-line bg-card p-4 shadow-soft md:p-8">
          {manual}
          <p>
            <a href="/licencias.txt">Licencias de los programas y de la letra que usa esta web</a>
          </p>
        </article>
      </div>
    </>
  )
}
