// A table of rows by column with filters, search, sorting and pages of rows.
const PAGE = matchMedia("(max-width: 44rem)").matches ? 5 : 100;
const MOST_OPTIONS = 300;

class Table {
  // spec: noun; affected: unit and name of what a row counts; cells: a function of a row number for each column, which makes its content;
  // filters: the value, or the list of values, of each row; sorts: values to sort by; search: columns of text.
  constructor(name, data, spec) {
    Object.assign(this, { name, data, spec, page: 0, sortedBy: null, isDescending: false });
    this.form = document.querySelector(`form[data-filters="${name}"]`);
    this.status = document.querySelector(`[data-status="${name}"]`);
    this.table = document.querySelector(`table[data-rows="${name}"]`);
    this.pager = document.querySelector(`[data-pager="${name}"]`);
    this.codes = {};
    for (const [key, values] of Object.entries(spec.filters)) this.addFilter(key, values);
    this.listen();
  }

  // Numbers the values of a filter, so that rows are compared by number, and lists its options.
  addFilter(key, values) {
    const known = new Map();
    const counts = [];
    const codes = new Int32Array(this.data.rows);
    const others = new Map();
    const codeOf = (value) => {
      const code = known.get(value) ?? known.size;
      known.set(value, code);
      counts[code] = (counts[code] ?? 0) + 1;
      return code;
    };
    for (let row = 0; row < this.data.rows; row++) {
      if (Array.isArray(values[row])) {
        const [first, ...more] = values[row].map(codeOf);
        codes[row] = first;
        others.set(row, more);
      } else {
        codes[row] = codeOf(values[row] ?? "");
      }
    }
    this.codes[key] = { known, codes, others, counts };
    const select = this.form.elements[key];
    if (!select) return;
    const options = [...known].filter(([value]) => value !== "");
    options.sort((a, b) => counts[b[1]] - counts[a[1]]);
    for (const [value, code] of options.slice(0, MOST_OPTIONS)) {
      select.append(this.option(key, value, counts[code]));
    }
  }

  option(key, value, count) {
    const name = this.spec.names?.[key]?.(value) ?? value;
    return element("option", { value }, `${name} (${numbers.format(count)})`);
  }

  listen() {
    let waiting = 0;
    this.form.addEventListener("input", (event) => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.changed(), event.target.type === "search" ? 100 : 0);
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", () => setTimeout(() => this.changed()));
    for (const button of this.table.querySelectorAll("[data-sort]")) {
      button.addEventListener("click", () => this.sort(button));
    }
    this.pager.addEventListener("click", (event) => {
      if (event.target.value) this.turn(Number(event.target.value));
    });
  }

  get filters() {
    return Object.fromEntries([...new FormData(this.form)].filter(([, value]) => value));
  }

  set filters(filters) {
    for (const control of this.form.elements) {
      if (!control.name) continue;
      const value = filters[control.name] ?? "";
      const isThere = control.options && [...control.options].some((each) => each.value === value);
      if (control.options && !isThere) {
        const { known, counts } = this.codes[control.name];
        control.append(this.option(control.name, value, counts[known.get(value)] ?? 0));
      }
      control.value = value;
    }
    this.show();
  }

  // Notes the filters in the page's URL, so that it can be kept or sent, and applies them.
  changed() {
    history.replaceState(null, "", hashOf(this.name, this.filters));
    this.show();
  }

  show() {
    this.page = 0;
    this.rows = this.selected();
    if (this.sortedBy) this.order();
    this.draw();
  }

  selected() {
    const { q, ...filters } = this.filters;
    const wanted = Object.entries(filters).map(([key, value]) => {
      const { known, codes, others } = this.codes[key];
      const code = known.get(value) ?? -1;
      return (row) => codes[row] === code || others.get(row)?.includes(code);
    });
    const texts = q ? this.texts() : null;
    const searched = q?.toLowerCase();
    const rows = new Int32Array(this.data.rows);
    let found = 0;
    for (let row = 0; row < this.data.rows; row++) {
      if (!wanted.every((isIn) => isIn(row))) continue;
      if (texts && !texts[row].includes(searched)) continue;
      rows[found++] = row;
    }
    return rows.subarray(0, found);
  }

  // The texts that a search looks in, in lower case, made by the first one.
  texts() {
    this.searched ??= Array.from({ length: this.data.rows }, (_, row) =>
      this.spec.search.map((values) => values[row] ?? "").join("\n").toLowerCase());
    return this.searched;
  }

  sort(button) {
    const key = button.dataset.sort;
    this.isDescending = this.sortedBy === key && !this.isDescending;
    this.sortedBy = key;
    for (const head of this.table.querySelectorAll("th")) head.removeAttribute("aria-sort");
    const order = this.isDescending ? "descending" : "ascending";
    button.closest("th").setAttribute("aria-sort", order);
    this.page = 0;
    this.order();
    this.draw();
  }

  order() {
    const values = this.spec.sorts[this.sortedBy];
    const sign = this.isDescending ? -1 : 1;
    this.rows = this.rows.slice().sort((a, b) => {
      const [first, second] = [values[a] ?? "", values[b] ?? ""];
      return first < second ? -sign : first > second ? sign : a - b;
    });
  }

  turn(step) {
    this.page += step;
    this.draw();
    this.table.scrollIntoView({ block: "start" });
  }

  draw() {
    const first = this.page * PAGE;
    const last = Math.min(first + PAGE, this.rows.length);
    const heads = [...this.table.querySelectorAll("thead button")].map((each) => each.textContent);
    const lines = [];
    for (const row of this.rows.subarray(first, last)) {
      const cells = this.spec.cells.map((cell, column) =>
        element("td", { "data-label": heads[column] }, cell(row)));
      lines.push(element("tr", {}, ...cells));
    }
    this.table.tBodies[0].replaceChildren(...lines);
    this.status.textContent = this.told();
    const [previous, next] = this.pager.querySelectorAll("button");
    previous.disabled = this.page === 0;
    next.disabled = last >= this.rows.length;
    this.pager.querySelector("span").textContent = this.rows.length
      ? `${numbers.format(first + 1)}–${numbers.format(last)} of ${numbers.format(this.rows.length)}`
      : "No rows match.";
    this.pager.hidden = this.rows.length <= PAGE && this.rows.length > 0;
  }

  // What the rows are: "120 URLs and 17 sitemaps in 151 of 303 findings".
  told() {
    const number = numbers.format(this.rows.length);
    const whole = this.rows.length < this.data.rows ? ` of ${numbers.format(this.data.rows)}` : "";
    const where = this.data.rows < meta.rows[this.name] ? " in this file" : "";
    const rows = `${number}${whole} ${this.spec.noun}${where}`;
    return this.spec.affected && this.rows.length ? `${this.affected()} in ${rows}` : rows;
  }

  // What the rows affect, each once, as the reports count it.
  affected() {
    const units = {};
    for (const row of this.rows) {
      const [unit, name] = this.spec.affected(row);
      (units[unit] ??= new Set()).add(name);
    }
    const told = Object.keys(units).sort().map((unit) => {
      const { size } = units[unit];
      return `${numbers.format(size)} ${unit}${size === 1 ? "" : "s"}`;
    });
    const last = told.pop();
    return told.length ? `${told.join(", ")} and ${last}` : last;
  }
}
