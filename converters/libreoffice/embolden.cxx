// embolden FONT BOLD: creates a bold version of a TrueType font that has none, by moving its outlines outwards.
//
// LibreOffice synthesizes bold text only in the requested font, not in a font that replaces missing characters; such a
// font needs a bold version. Each point is moved along the bisector of its two edges, so that each stroke becomes wider
// by twice the strength. Instructions are removed, because they are for the original outlines. The tables are those of
// the OpenType specification, 1.9. The font is part of this bundle: an error in it ends the program.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

using Bytes = std::string;

namespace
{
// The width that is added to each side of a stroke, in em.
constexpr double strength = 1.0 / 80;

// The maximum distance by which a corner is moved, in units of the strength.
constexpr double longest = 2.5;

struct Point
{
    double x, y;
    bool onCurve;
};

using Contour = std::vector<Point>;

unsigned u8(const Bytes& data, size_t at) { return static_cast<unsigned char>(data.at(at)); }
unsigned u16(const Bytes& data, size_t at) { return u8(data, at) << 8 | u8(data, at + 1); }
int s16(const Bytes& data, size_t at) { return static_cast<int16_t>(u16(data, at)); }
uint32_t u32(const Bytes& data, size_t at) { return u16(data, at) << 16 | u16(data, at + 2); }

void put16(Bytes& data, size_t at, int value)
{
    data.at(at) = static_cast<char>(value >> 8);
    data.at(at + 1) = static_cast<char>(value);
}

void put32(Bytes& data, size_t at, uint32_t value)
{
    put16(data, at, value >> 16);
    put16(data, at + 2, value & 0xFFFF);
}

void add16(Bytes& data, int value)
{
    data.append(2, 0);
    put16(data, data.size() - 2, value);
}

void add32(Bytes& data, uint32_t value)
{
    add16(data, value >> 16);
    add16(data, value & 0xFFFF);
}

// Adds a number to a 16-bit number in the data.
void move16(Bytes& data, size_t at, int by) { put16(data, at, s16(data, at) + by); }

using Tables = std::map<std::string, Bytes>;

Tables tablesOf(const Bytes& font)
{
    Tables tables;
    for (unsigned i = 0; i < u16(font, 4); i++)
    {
        size_t record = 12 + 16 * i;
        tables[font.substr(record, 4)] = font.substr(u32(font, record + 8), u32(font, record + 12));
    }
    return tables;
}

uint32_t sumOf(Bytes data)
{
    uint32_t sum = 0;
    data.append(-data.size() & 3, 0);
    for (size_t i = 0; i < data.size(); i += 4)
        sum += u32(data, i);
    return sum;
}

// Returns the font file with the tables. The table head contains the checksum of the file.
Bytes fileOf(Tables& tables)
{
    put32(tables["head"], 8, 0);
    unsigned power = 1, exponent = 0;
    while (2 * power <= tables.size())
        power *= 2, exponent++;
    Bytes file, body;
    add32(file, 0x10000);
    for (int value : { int(tables.size()), int(16 * power), int(exponent), int(16 * (tables.size() - power)) })
        add16(file, value);
    size_t head = 0;
    for (const auto& [tag, data] : tables)
    {
        size_t at = 12 + 16 * tables.size() + body.size();
        if (tag == "head")
            head = at;
        file += tag;
        for (uint32_t value : { sumOf(data), uint32_t(at), uint32_t(data.size()) })
            add32(file, value);
        body += data + Bytes(-data.size() & 3, 0);
    }
    file += body;
    put32(file, head + 8, 0xB1B0AFBA - sumOf(file));
    return file;
}

// Reads one coordinate of all points, which are stored as differences. The bit isByte of a point's flag states that the
// difference is stored in one byte; then the bit same is the sign of the difference. Without isByte, the bit same
// states that the difference is zero.
void readCoordinates(const Bytes& glyph, size_t& at, const std::vector<unsigned>& flags, unsigned isByte, unsigned same,
                     std::vector<double>& values)
{
    int value = 0;
    for (unsigned flag : flags)
    {
        if (flag & isByte)
            value += flag & same ? int(u8(glyph, at)) : -int(u8(glyph, at));
        else if (!(flag & same))
            value += s16(glyph, at);
        at += flag & isByte ? 1 : flag & same ? 0 : 2;
        values.push_back(value);
    }
}

std::vector<Contour> readOutline(const Bytes& glyph)
{
    unsigned contours = u16(glyph, 0);
    size_t points = contours ? u16(glyph, 10 + 2 * (contours - 1)) + 1 : 0;
    size_t at = 12 + 2 * contours + u16(glyph, 10 + 2 * contours);
    std::vector<unsigned> flags;
    while (flags.size() < points)
    {
        unsigned flag = u8(glyph, at++);
        flags.insert(flags.end(), flag & 8 ? u8(glyph, at++) + 1 : 1, flag);
    }
    std::vector<double> x, y;
    readCoordinates(glyph, at, flags, 2, 16, x);
    readCoordinates(glyph, at, flags, 4, 32, y);
    std::vector<Contour> outline(contours);
    for (size_t contour = 0, point = 0; contour < contours; contour++)
        for (; point <= u16(glyph, 10 + 2 * contour); point++)
            outline[contour].push_back({ x.at(point), y.at(point), (flags.at(point) & 1) != 0 });
    return outline;
}

// Returns twice the area within the contours. It is positive if they are counterclockwise.
double area(const std::vector<Contour>& outline)
{
    double sum = 0;
    for (const Contour& contour : outline)
        for (size_t i = 0; i < contour.size(); i++)
        {
            const Point &a = contour[i], &b = contour[(i + 1) % contour.size()];
            sum += a.x * b.y - b.x * a.y;
        }
    return sum;
}

// Returns the direction of the edge to the next point (step 1) or from the previous point (step -1). Points with the
// same position are skipped. It returns zero if all points have the same position.
Point edge(const Contour& contour, size_t from, int step)
{
    for (size_t i = 1; i < contour.size(); i++)
    {
        const Point& to = contour[(from + contour.size() + step * int(i)) % contour.size()];
        double x = step * (to.x - contour[from].x), y = step * (to.y - contour[from].y), length = std::hypot(x, y);
        if (length > 0)
            return { x / length, y / length, false };
    }
    return { 0, 0, false };
}

// Returns the contour with its edges moved to their left, or to their right if the distance is negative.
Contour moved(const Contour& contour, double by)
{
    Contour result = contour;
    for (size_t i = 0; i < contour.size(); i++)
    {
        Point in = edge(contour, i, -1), out = edge(contour, i, 1);
        double x = -in.y - out.y, y = in.x + out.x, length = std::hypot(x, y);
        if (length == 0)
            continue; // the end of a line without a width
        double far = std::min(2 / length, longest) * by;
        result[i].x = std::round(contour[i].x + far * x / length);
        result[i].y = std::round(contour[i].y + far * y / length);
    }
    return result;
}

// Appends a flag, or increments the repeat count of the last flag, whose index is run.
void addFlag(Bytes& flags, size_t& run, unsigned flag)
{
    if (run < flags.size() && (u8(flags, run) & ~8u) == flag && (run + 1 == flags.size() || u8(flags, run + 1) < 255))
    {
        if (run + 1 == flags.size())
            flags[run] |= 8, flags += '\0';
        flags[run + 1]++;
        return;
    }
    run = flags.size();
    flags += static_cast<char>(flag);
}

// Appends the difference of a coordinate to the data. Returns the bits of the point's flag that state how the
// difference is stored.
unsigned addDifference(Bytes& data, int by, unsigned isByte, unsigned same)
{
    if (by == 0)
        return same;
    if (std::abs(by) < 256)
    {
        data += static_cast<char>(std::abs(by));
        return by > 0 ? isByte | same : isByte;
    }
    add16(data, by);
    return 0;
}

// Returns the glyph with another outline of the same number of points, and without its instructions.
Bytes withOutline(const Bytes& glyph, const std::vector<Contour>& outline)
{
    Bytes flags, x, y;
    size_t run = 0;
    int lastX = 0, lastY = 0;
    for (const Contour& contour : outline)
        for (const Point& p : contour)
        {
            unsigned flag = p.onCurve | addDifference(x, int(p.x) - lastX, 2, 16) | addDifference(y, int(p.y) - lastY, 4, 32);
            addFlag(flags, run, flag);
            lastX = int(p.x), lastY = int(p.y);
        }
    Bytes result = glyph.substr(0, 10 + 2 * outline.size()) + Bytes(2, 0) + flags + x + y;
    return result + Bytes(-result.size() & 3, 0);
}

// Returns the strength in font units.
int units(const Tables& tables) { return int(std::lround(strength * u16(tables.at("head"), 18))); }

// Returns a glyph with its outline moved by a distance. The components of a composite glyph are emboldened separately, so
// only its bounding box is enlarged.
Bytes bolder(Bytes glyph, int by)
{
    if (glyph.empty())
        return glyph;
    for (size_t side = 0; side < 4; side++)
        move16(glyph, 2 + 2 * side, side < 2 ? -by : by);
    if (s16(glyph, 0) < 0)
        return glyph;
    std::vector<Contour> outline = readOutline(glyph);
    double outwards = area(outline) > 0 ? -by : by;
    for (Contour& contour : outline)
        contour = moved(contour, outwards);
    return withOutline(glyph, outline);
}

void emboldenGlyphs(Tables& tables, int by)
{
    const Bytes &loca = tables.at("loca"), &glyf = tables.at("glyf");
    bool isLong = u16(tables.at("head"), 50) != 0;
    Bytes newLoca, newGlyf;
    size_t glyphs = u16(tables.at("maxp"), 4);
    auto start = [&](size_t glyph) { return isLong ? u32(loca, 4 * glyph) : 2 * u16(loca, 2 * glyph); };
    for (size_t i = 0; i < glyphs; i++)
    {
        add32(newLoca, newGlyf.size());
        newGlyf += bolder(glyf.substr(start(i), start(i + 1) - start(i)), by);
    }
    add32(newLoca, newGlyf.size());
    tables["loca"] = newLoca, tables["glyf"] = newGlyf;
    put16(tables["head"], 50, 1);
}

// Moves the side bearing of each glyph. The table contains pairs of an advance and a bearing, followed by the bearings
// of glyphs without their own advance.
void moveBearings(Tables& tables, const char* header, const char* metrics, int by)
{
    if (!tables.count(header))
        return;
    size_t full = u16(tables[header], 34);
    Bytes& data = tables[metrics];
    for (size_t at = 2; at + 2 <= data.size(); at += at < 4 * full ? (at + 4 <= 4 * full ? 4 : 2) : 2)
        move16(data, at, -by);
}

// Returns the English names of the font for Windows, with new names for the bold style.
Bytes namesOf(const Bytes& table)
{
    std::map<unsigned, Bytes> names;
    for (unsigned i = 0; i < u16(table, 2); i++)
    {
        size_t record = 6 + 12 * i;
        if (u16(table, record) == 3 && u16(table, record + 4) == 0x409)
            names[u16(table, record + 6)] = table.substr(u16(table, 4) + u16(table, record + 10), u16(table, record + 8));
    }
    auto wide = [](const std::string& text) {
        Bytes result;
        for (char c : text)
            add16(result, c);
        return result;
    };
    names[2] = wide("Bold");
    names[3] = names[4] = names[1] + wide(" Bold");
    names[5] += wide("; bold made of it by Lectern");
    names[6] += wide("-Bold");
    Bytes result, texts;
    for (int value : { 0, int(names.size()), int(6 + 12 * names.size()) })
        add16(result, value);
    for (const auto& [id, text] : names)
    {
        for (int value : { 3, 1, 0x409, int(id), int(text.size()), int(texts.size()) })
            add16(result, value);
        texts += text;
    }
    return result + texts;
}

// Sets the bits and numbers that mark a font as bold.
void markBold(Tables& tables)
{
    Bytes &head = tables.at("head"), &os2 = tables.at("OS/2");
    put16(head, 44, u16(head, 44) | 1);
    put16(os2, 4, 700);
    put16(os2, 62, (u16(os2, 62) & ~0x40) | 0x20);
}
}

int main(int count, char** arguments)
{
    if (count != 3)
        return 2;
    std::ifstream in(arguments[1], std::ios::binary);
    Tables tables = tablesOf(Bytes(std::istreambuf_iterator<char>(in), {}));
    int by = units(tables);
    emboldenGlyphs(tables, by);
    moveBearings(tables, "hhea", "hmtx", by);
    moveBearings(tables, "vhea", "vmtx", by);
    for (size_t side = 0; side < 4; side++)
        move16(tables.at("head"), 36 + 2 * side, side < 2 ? -by : by);
    tables["name"] = namesOf(tables.at("name"));
    markBold(tables);
    for (const char* tag : { "fpgm", "prep", "cvt " })
        tables.erase(tag);
    std::ofstream(arguments[2], std::ios::binary) << fileOf(tables);
}
