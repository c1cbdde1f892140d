// What is wrong with the sight of a page; `inside` are selectors of what has to be whole within the window, `finger` is
// how high at least what can be pressed has to be, but for links within a text.
([inside, scrolls, finger]) => {
    const faults = []
    const root = document.documentElement
    const [width, height] = [root.clientWidth, root.clientHeight]
    if (root.scrollWidth > width) faults.push(`the page scrolls sideways: ${root.scrollWidth} in ${width}`)
    if (!scrolls && root.scrollHeight > height) faults.push(`the page scrolls: ${root.scrollHeight} in ${height}`)
    const over = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1)
    const seen = (each) => each.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && !each.closest('.vh') && (!over || over.contains(each))
    const named = (each) => `${each.tagName.toLowerCase()}.${[...each.classList].join('.')}`
    const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')

    for (const selector of inside) {
        const found = [...document.querySelectorAll(selector)].filter(seen)
        if (found.length === 0) faults.push(`${selector} is not to be seen`)
        for (const each of found) {
            const box = each.getBoundingClientRect()
            if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1)
                faults.push(`${selector} is not within the window: ${round(box)}`)
        }
    }

    // What lies below the light of a moment is dimmed on purpose.
    const veil = document.querySelector('.climax')
    const edges = veil?.getBoundingClientRect()
    const dimmed = (each, {top, bottom}) => edges && !veil.contains(each) && top + bottom > 2 * edges.top && top + bottom < 2 * edges.bottom

    // Lines of text with the element that holds them.
    const lines = []
    const walk = document.createTreeWalker(over ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const holder = node.parentElement
        if (!node.textContent.trim() || !holder || holder.closest('svg, script, style, option') || !seen(holder)) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1)
        if (boxes.some((box) => dimmed(holder, box))) continue
        for (const box of boxes) lines.push([holder, box, node])
        if (boxes.length > 1 && /^[\d+−½.,]+$/.test(node.textContent.trim()))
            faults.push(`the number ${node.textContent.trim()} in ${named(holder)} is broken into lines`)
        const tops = new Set(boxes.map((box) => Math.round(box.top)))
        if (tops.size > 1 && holder.matches('.lesson .by b span') && !/\s/.test(node.textContent.trim()))
            faults.push(`the name ${node.textContent.trim()} is broken into lines`)
        const card = holder.closest('.card.special')
        if (card && holder.matches('.num')) {
            const edge = card.getBoundingClientRect()
            if (boxes.length > 1) faults.push(`the name ${node.textContent} in ${named(card)} is broken into lines`)
            if (boxes.some((box) => box.left < edge.left - 0.5 || box.right > edge.right + 0.5))
                faults.push(`the name ${node.textContent} leaves ${named(card)}: ${round(boxes[0])} in ${round(edge)}`)
        }
        const prompt = holder.closest('.pline')?.getBoundingClientRect()
        for (const box of prompt && !over ? boxes : [])
            if (box.top + box.height * 0.22 < prompt.top - 3 || box.bottom - box.height * 0.22 > prompt.bottom + 3)
                faults.push(`"${node.textContent.trim().slice(0, 24)}" leaves the line above the hand: ${round(box)} in ${round(prompt)}`)
    }
    const scrollers = new Map([[document.body, null], [null, null]])
    const scroller = (each) => {
        if (!scrollers.has(each)) {
            const style = getComputedStyle(each)
            scrollers.set(each, /auto|scroll/.test(style.overflowX + style.overflowY) ? each : scroller(each.parentElement))
        }
        return scrollers.get(each)
    }
    for (const [holder, box, node] of lines) {
        const text = node.textContent.trim().slice(0, 24)
        const within = scroller(holder)
        if (within) {
            const edge = within.getBoundingClientRect()
            if (box.bottom > edge.bottom || box.top < edge.top || box.right > edge.right || box.left < edge.left) continue
        }
        const out = box.left < -1 || box.right > width + 1 || (!scrolls && (box.top < -1 || box.bottom > height + 1))
        if (out) {
            faults.push(`"${text}" in ${named(holder)} is not within the window: ${round(box)}`)
            continue
        }
        for (let at = holder; at && at !== document.body; at = at.parentElement) {
            const style = getComputedStyle(at)
            if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue
            const edge = at.getBoundingClientRect()
            const whole = holder.closest('[title]')?.title.includes(text)
            if (!whole && (box.right > edge.right + 1.5 || box.left < edge.left - 1.5 || box.top + box.height * 0.3 < edge.top || box.bottom - box.height * 0.3 > edge.bottom))
                faults.push(`"${text}" in ${named(holder)} is cut off by ${named(at)}`)
            break
        }
        const tile = holder.closest('.fcard.now, .cell.now')?.getBoundingClientRect()
        if (tile && (box.right > tile.right - 3 || box.left < tile.left + 1))
            faults.push(`"${text}" in ${named(holder)} touches the edge of the running trick: ${round(box)} in ${round(tile)}`)
        if (parseFloat(getComputedStyle(holder).fontSize) < 11 && !holder.matches('i, sup, h3 small, .ord'))
            faults.push(`"${text}" in ${named(holder)} is too small to read`)
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        const top = document.elementFromPoint(x, y)
        if (top && !holder.contains(top) && !top.contains(holder))
            faults.push(`"${text}" in ${named(holder)} lies below ${named(top)} in ${top.parentElement ? named(top.parentElement) : ''}`)
    }
    for (let one = 0; one < lines.length; one++) {
        for (let two = one + 1; two < lines.length; two++) {
            const [a, b] = [lines[one], lines[two]]
            if (a[0] === b[0] || scroller(a[0]) !== scroller(b[0])) continue
            const wide = Math.min(a[1].right, b[1].right) - Math.max(a[1].left, b[1].left)
            const inset = (box) => box.height * 0.22
            const high = Math.min(a[1].bottom - inset(a[1]), b[1].bottom - inset(b[1]))
                - Math.max(a[1].top + inset(a[1]), b[1].top + inset(b[1]))
            if (wide > 2 && high > 2)
                faults.push(`"${a[2].textContent.trim().slice(0, 24)}" (${named(a[0])}) and "${b[2].textContent.trim().slice(0, 24)}" (${named(b[0])}) lie over each other`)
        }
    }
    // The title in the bar: no sign or button touches it.
    const title = document.querySelector('.bar .where > h1, .bar .where > .h1')
    if (title && seen(title)) {
        const range = document.createRange()
        range.selectNodeContents(title)
        const own = title.getBoundingClientRect() // beyond its edge it ends in an ellipsis
        const text = range.getBoundingClientRect()
        const left = Math.max(text.left, own.left)
        const a = new DOMRect(left, text.top, Math.min(text.right, own.right) - left, text.height)
        for (const each of [...document.querySelectorAll('.bar > *')].filter((one) => seen(one) && !one.contains(title))) {
            const b = each.getBoundingClientRect()
            const over = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            if (b.width > 1 && over > 0 && b.left < a.right + 2 && b.right > a.left - 2)
                faults.push(`the title touches ${named(each)}: ${round(a)}, ${round(b)}`)
        }
    }
    // The number of a card and the letter of its suit: neither touches the other.
    for (const card of [...document.querySelectorAll('.card:has(> .num):has(> .ltr)')].filter(seen)) {
        const [number, letter] = ['.num', '.ltr'].map((part) => card.querySelector(part))
        if (!seen(number) || !seen(letter)) continue
        const [a, b] = [number, letter].map((part) => part.getBoundingClientRect())
        const ink = (box) => box.height * 0.14 // above and below the figures of a line
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const high = Math.min(a.bottom - ink(a), b.bottom - ink(b)) - Math.max(a.top + ink(a), b.top + ink(b))
        if (wide > 0 && high > 0) faults.push(`the number and the letter of ${named(card)} ${number.textContent} touch: ${round(a)}, ${round(b)}`)
    }
    for (const each of [...document.querySelectorAll('select')].filter(seen)) {
        const alone = each.cloneNode()
        alone.append(each.selectedOptions[0]?.cloneNode(true) ?? '')
        alone.style.cssText = 'position: absolute; width: max-content; max-width: none'
        each.after(alone)
        if (alone.offsetWidth > each.offsetWidth + 1) faults.push(`"${each.selectedOptions[0]?.text}" is cut off by ${named(each)}: ${alone.offsetWidth} in ${each.offsetWidth}`)
        alone.remove()
    }
    for (const each of document.querySelectorAll('button, a[href], select, summary, input:not([type=range]), .hand .card')) {
        const box = (each.closest('label') ?? each).getBoundingClientRect()
        if (!seen(each) || each.matches(':disabled, .put:not(.open), p a:not(.btn), li a.no, article a') || box.width <= 1) continue
        if (box.height < finger - 0.5) faults.push(`${named(each)} is too small for a finger: ${box.width} × ${box.height}`)
    }
    const buttons = [...document.querySelectorAll('button, a.btn, summary')].filter((each) => seen(each) && !each.closest('.hand'))
    for (const [index, one] of buttons.entries()) {
        for (const two of buttons.slice(index + 1)) {
            const [a, b] = [one.getBoundingClientRect(), two.getBoundingClientRect()]
            if (one.contains(two) || scroller(one) !== scroller(two)) continue
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            if (wide > 4 && high > 4)
                faults.push(`${named(one)} "${one.title || one.textContent.trim().slice(0, 20)}" and ${named(two)} "${two.title || two.textContent.trim().slice(0, 20)}" lie over each other`)
        }
    }
    return [...new Set(faults)].slice(0, 12)
}
