const root = document.documentElement
/** In the order of index.html. */
const themes = ['light', 'dark']

/** Sets the browser bar's colour to the chosen theme; without one it follows the system's. */
function updateThemeColor() {
  const { theme } = root.dataset
  if (!theme) return
  for (const [index, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').entries())
    meta.media = themes[index] === theme ? 'all' : 'not all'
}

updateThemeColor()
new MutationObserver(updateThemeColor).observe(root, { attributeFilter: ['data-theme'] })
