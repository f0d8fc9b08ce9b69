package reader

import "mcperuse/views/picture"

// SetGraphics tells how the terminal shows images.
func (p *Pane) SetGraphics(g picture.Graphics) {
	p.graphics = g
	for _, it := range p.items {
		it.setGraphics(g)
	}
}

func (it *item) setGraphics(g picture.Graphics) {
	it.graphics = g
	if image, ok := it.surfaces[drawn].(*picture.Picture); ok {
		image.SetGraphics(g)
	}
}

// picture is the image on show, nil where none is.
func (it *item) picture() *picture.Picture {
	image, _ := it.surface().(*picture.Picture)
	return image
}

// Image is what the terminal takes for the image on show, nil where that is drawn with
// half blocks, or nothing is.
func (p *Pane) Image() *picture.Encoding {
	if it := p.item(); it != nil && !p.details {
		if image := it.picture(); image != nil {
			return image.Encoding()
		}
	}
	return nil
}

// Found reports whether drawing found that an image is to be encoded, for [Pane.Work]
// to hand out.
func (p *Pane) Found() bool {
	if it := p.item(); it == nil || it.picture() == nil {
		return false
	}
	j, ok := p.wanted()
	return ok && j.key.kind == encode && j.key != p.running
}
